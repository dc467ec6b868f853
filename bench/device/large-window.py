# A window as applications have them, of more than 400 nodes: tool bar, side bar, tabs, a long list, settings.
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="Orders")
window.set_default_size(1100, 700)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(outer)
bar = Gtk.Toolbar()
for name in ("New", "Open", "Save", "Print", "Undo", "Redo"):
    bar.insert(Gtk.ToolButton(label=name), -1)
outer.pack_start(bar, False, False, 0)
tabs = Gtk.Notebook()
outer.pack_start(tabs, True, True, 0)

rows = Gtk.ListBox()
for number in range(80):
    line = Gtk.Box(spacing=8)
    for widget in (Gtk.Label(label=f"A-{1000 + number}"), Gtk.Label(label=f"${number * 7 % 90}.50"), Gtk.Button(label="Ship")):
        line.pack_start(widget, False, False, 4)
    rows.add(line)
scrolled = Gtk.ScrolledWindow()
scrolled.add(rows)
tabs.append_page(scrolled, Gtk.Label(label="Orders"))

settings = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
for number in range(20):
    settings.pack_start(Gtk.CheckButton(label=f"Setting {number}"), False, False, 0)
tabs.append_page(settings, Gtk.Label(label="Settings"))

outer.pack_start(Gtk.Label(label="80 orders"), False, False, 0)
window.connect("map-event", lambda *_: print("ready"))
window.show_all()
Gtk.main()

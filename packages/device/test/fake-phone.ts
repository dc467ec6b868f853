import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AdbDevice, type AdbDeviceOptions, startAdbDevice } from "./adb-device.js";

export interface FakePhone extends AdbDevice {
  dir: string;
  /** What happened on it, a line each: `tap 540 600`, `key KEYCODE_BACK` … */
  journal(): string[];
  /** A file of its state: `screen`, `field-search`, `ime` … */
  read(name: string): string;
  write(name: string, text: string): void;
}

/** A phone with two screens: a shop with a search field, and what was found, where the goal is to order. */
export async function startPhone(options: Partial<AdbDeviceOptions> = {}): Promise<FakePhone> {
  const dir = mkdtempSync(join(tmpdir(), "ga-phone-"));
  const bin = join(dir, "bin");
  for (const folder of ["bin", "data/local/tmp", "sdcard"]) mkdirSync(join(dir, folder), { recursive: true });
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
  for (const [name, script] of Object.entries(PROGRAMS)) {
    write(`bin/${name}`, `#!/bin/sh\ncd "$ROOT"\n${script}`);
    chmodSync(join(bin, name), 0o755);
  }
  write("screen", "shop");
  write("focus", "");
  write("ime", "com.android.inputmethod.latin/.LatinIME");
  write("imes", "com.android.inputmethod.latin/.LatinIME\ncom.android.adbkeyboard/.AdbIME\n");
  write("journal", "");
  write("field-search", "");
  write("field-pin", "4711");
  write("taps", TAPS);
  write("shop.xml", SHOP);
  write("found.xml", found());
  write("done.xml", DONE);
  const device = await startAdbDevice({ ...options, root: dir, bin });
  return {
    ...device,
    dir,
    read,
    write,
    journal: () => read("journal").split("\n").filter(Boolean),
    async close() {
      await device.close();
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** screen x1 y1 x2 y2 what-follows */
const TAPS = `shop 40 200 1040 320 focus:search
shop 40 340 1040 440 focus:pin
shop 40 500 1040 620 found
found 40 300 1040 500 done
`;

const PROGRAMS = {
  input: `screen=$(cat screen)
case $1 in
tap) echo "tap $2 $3" >> journal
  while read on x1 y1 x2 y2 next; do
    if [ "$on" = "$screen" ] && [ $2 -ge $x1 ] && [ $2 -le $x2 ] && [ $3 -ge $y1 ] && [ $3 -le $y2 ]; then
      case $next in focus:*) echo "\${next#focus:}" > focus;; *) echo "$next" > screen;; esac
    fi
  done < taps;;
swipe) shift; echo "swipe $*" >> journal;;
text) printf 'text %s\\n' "$2" >> journal; printf '%s' "$2" | sed 's/%s/ /g' >> "field-$(cat focus)";;
keyevent) shift; echo "key $*" | cut -c1-60 >> journal
  for key; do case $key in
    KEYCODE_DEL) f="field-$(cat focus)"; text=$(cat "$f"); printf '%s' "\${text%?}" > "$f";;
    KEYCODE_BACK) echo shop > screen;;
  esac; done;;
*) echo "Error: Unknown command: $1" >&2; exit 255;;
esac`,
  uiautomator: `if [ -f dump-fails ]; then
  n=$(cat dump-fails); if [ "$n" -gt 0 ]; then echo $((n - 1)) > dump-fails; echo "ERROR: could not get idle state."; exit 0; fi
fi
sed -e "s|@search@|$(cat field-search)|" -e "s|@pin@|$(cat field-pin)|" "$(cat screen).xml" > "$2"
echo "UI hierchary dumped to: $2"`,
  screencap: `cat "$(cat screen).png" 2>/dev/null || { echo "Failed to take screenshot, status: -38" >&2; exit 1; }`,
  wm: `echo "Physical size: 1080x2400"`,
  pm: `echo "package:com.example.shop"; [ "$4" = -3 ] || [ "$3" = -3 ] || echo "package:com.android.settings"`,
  monkey: `echo "start $2" >> journal; case $2 in com.example.shop) echo shop > screen; echo "Events injected: 1";; *) echo "** No activities found to run, monkey aborted."; exit 252;; esac`,
  am: `case $1 in
force-stop) echo "stop $2" >> journal;;
broadcast) [ "$(cat ime)" = com.android.adbkeyboard/.AdbIME ] && printf '%s' "$6" | base64 -d >> "field-$(cat focus)"; echo "Broadcast completed: result=0";;
start) echo "start $3" >> journal; echo "Starting: Intent { cmp=$3 }";;
esac`,
  ime: `case $1 in list) cat imes;; set) echo "ime $2" >> journal; printf '%s' "$2" > ime;; esac`,
  settings: `cat ime`,
  logcat: `for i in 1 2 3; do echo "12-01 12:00:0$i.000 I/Shop: line $i"; done | tail -n "$3"`,
};

interface NodeOptions {
  id?: string;
  text?: string;
  desc?: string;
  bounds: string;
  flags?: string;
  inner?: string;
}

/** A node with all the attributes that the real tool writes. */
export function uiNode(
  className: string,
  { id = "", text = "", desc = "", bounds, flags = "", inner = "" }: NodeOptions,
): string {
  const flag = (name: string) => `${name}="${flags.includes(name)}"`;
  const names = [
    "checkable",
    "checked",
    "clickable",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
  ];
  return `<node index="0" text="${text}" resource-id="${id && `com.example.shop:id/${id}`}" class="android.${className}" package="com.example.shop" content-desc="${desc}" ${names.map(flag).join(" ")} enabled="${!flags.includes("disabled")}" bounds="${bounds}">${inner}</node>`;
}

export const uiDump = (inner: string): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${boxed(inner, 4)}</hierarchy>`;

/** Layouts in layouts, as real apps have them. */
const boxed = (inner: string, depth: number): string =>
  depth === 0
    ? inner
    : uiNode("widget.FrameLayout", { bounds: "[0,0][1080,2400]", inner: boxed(inner, depth - 1) });

const SHOP = uiDump(
  [
    uiNode("widget.TextView", { text: "Shop", id: "title", bounds: "[40,80][1040,180]" }),
    uiNode("widget.EditText", {
      text: "@search@",
      id: "search",
      desc: "Search",
      flags: "clickable focusable",
      bounds: "[40,200][1040,320]",
    }),
    uiNode("widget.EditText", {
      text: "@pin@",
      id: "pin",
      desc: "PIN",
      flags: "clickable focusable password",
      bounds: "[40,340][1040,440]",
    }),
    uiNode("widget.Button", {
      text: "Find",
      id: "find",
      flags: "clickable focusable",
      bounds: "[40,500][1040,620]",
    }),
  ].join(""),
);

function found(): string {
  const rows = ["Boots 42", "Boots 43", "Boots 44"].map((name, index) => {
    const [top, bottom] = [300 + index * 220, 500 + index * 220];
    const inner = [
      uiNode("widget.TextView", { text: name, id: "name", bounds: `[60,${top}][700,${bottom}]` }),
      uiNode("widget.TextView", {
        text: `$${90 + index}`,
        id: "price",
        bounds: `[720,${top}][1000,${bottom}]`,
      }),
    ].join("");
    return uiNode("widget.LinearLayout", {
      id: "row",
      flags: "clickable focusable",
      bounds: `[40,${top}][1040,${bottom}]`,
      inner,
    });
  });
  const list = uiNode("support.v7.widget.RecyclerView", {
    id: "list",
    flags: "scrollable",
    bounds: "[0,200][1080,2400]",
    inner: rows.join(""),
  });
  return uiDump(uiNode("widget.TextView", { text: "3 found", bounds: "[40,80][1040,180]" }) + list);
}

const DONE = uiDump(uiNode("widget.TextView", { text: "Ordered: Boots 42", bounds: "[40,80][1040,180]" }));

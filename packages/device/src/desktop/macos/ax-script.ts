/**
 * JavaScript for Automation, which every macOS has. The call is the script's argument as JSON, the answer a line of
 * JSON: `{"value": …}` or `{"refused": "why"}`.
 */
export const AX_SCRIPT = `
const MAX_NODES = 3000;
const events = Application("System Events");
const soft = (read, otherwise) => { try { const v = read(); return v === null ? otherwise : v; } catch (e) { return otherwise; } };
const processOf = (pid) => events.processes.whose({ unixId: pid })[0];

function describe(e, path, count) {
  const node = { path, role: soft(() => e.role(), "") };
  const set = (name, value) => { if (value !== undefined && value !== "" && value !== false) node[name] = value; };
  set("subrole", soft(() => e.subrole()));
  set("name", soft(() => e.title(), "") || soft(() => e.description(), ""));
  if (node.subrole !== "AXSecureTextField") { const v = soft(() => e.value()); if (["string", "number", "boolean"].includes(typeof v)) node.value = v; }
  set("selected", soft(() => e.selected()));
  set("focused", soft(() => e.focused()));
  set("disabled", soft(() => e.enabled(), true) === false);
  set("actions", soft(() => e.actions.name()));
  const at = soft(() => e.position()), size = soft(() => e.size());
  if (at && size) node.box = [at[0], at[1], size[0], size[1]];
  const children = soft(() => e.uiElements(), []);
  if (children.length) node.children = [];
  for (let i = 0; i < children.length && count.left-- > 0; i++) node.children.push(describe(children[i], path + "." + i, count));
  return node;
}

function find(key) {
  const [path, role] = key.split("|");
  const [pid, way] = path.split("/");
  const steps = way.split(".").map(Number);
  let e = soft(() => processOf(Number(pid)).windows[steps[0]]);
  for (const step of steps.slice(1)) e = soft(() => e.uiElements[step]);
  if (!e || soft(() => e.role()) !== role) throw "the node is gone. Read the tree again";
  return e;
}

function windowOf(call) {
  const process = processOf(call.pid);
  const titles = soft(() => process.windows.name(), []);
  const index = titles.indexOf(call.title);
  if (index < 0) throw "its window shows no accessibility tree. Allow it in System Settings, Privacy, Accessibility";
  return [process, index];
}

function act({ key, action, value }) {
  const e = find(key);
  if (action === "focus") e.focused = true;
  else if (action === "set-text") { e.value = value; if (soft(() => e.value()) !== value && soft(() => e.subrole()) !== "AXSecureTextField") throw "it did not take the text. Use type after focusing it"; }
  else if (action === "select" && value === undefined) e.selected = true;
  else if (action === "select") {
    e.actions.byName("AXPress").perform();
    delay(0.2);
    const item = soft(() => e.menus[0].menuItems.byName(value)());
    if (!item) { soft(() => e.menus[0].actions.byName("AXCancel").perform()); throw "it has no option " + value; }
    e.menus[0].menuItems.byName(value).actions.byName("AXPress").perform();
  }
  else if (soft(() => e.actions.name(), []).includes("AXPress")) e.actions.byName("AXPress").perform();
  else throw "it cannot be pressed. Use click, which presses where it lies";
  return true;
}

const calls = {
  tree(call) { const [process, index] = windowOf(call); return describe(process.windows[index], call.pid + "/" + index, { left: MAX_NODES }); },
  act,
  bounds({ key }) { const e = find(key); return [...e.position(), ...e.size()]; },
  focus(call) { const [process, index] = windowOf(call); process.frontmost = true; process.windows[index].actions.byName("AXRaise").perform(); return true; },
  move(call) { const [process, index] = windowOf(call); process.windows[index].position = [call.x, call.y]; if (call.width) process.windows[index].size = [call.width, call.height]; return true; },
};

function run([text]) {
  const call = JSON.parse(text);
  try { return JSON.stringify({ value: calls[call.name](call) }); } catch (e) { return JSON.stringify({ refused: String(e.message || e) }); }
}
`;

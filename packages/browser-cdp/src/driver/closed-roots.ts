import type { Frame, RunOptions } from "./frame.js";

const MAX_HOSTS = 200;
/** Closed roots are rare: a huge page is not searched through for them. */
const MAX_MS = 2_000;
/** Closed roots in closed roots. */
const MAX_ROUNDS = 4;

/**
 * Elements that may have a closed shadow root: those of the page's own kinds, and empty ones that take up room. Each
 * is asked about once.
 */
const CANDIDATES = `(() => {
  const own = globalThis.gaClosed ??= { asked: new WeakSet(), roots: [], byHost: new WeakMap() };
  const hosts = [];
  const canHost = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (hosts.length >= ${MAX_HOSTS}) return;
      if (element.shadowRoot) { look(element.shadowRoot); continue; }
      if (own.asked.has(element)) continue;
      const name = element.localName;
      const custom = name.includes("-");
      if (!custom && (element.firstChild || !canHost.test(name) || element.offsetHeight < 8)) continue;
      own.asked.add(element);
      hosts.push(element);
    }
  };
  for (const root of [document, ...own.roots]) look(root);
  return hosts;
})()`;

const NOTE_ROOT = `function () {
  simphtml.addShadowRoot(this);
  gaClosed.roots.push(this);
  gaClosed.byHost.set(this.host, this);
}`;

interface Described {
  node: { shadowRoots?: { backendNodeId: number; shadowRootType: string }[] };
}

/** Tells the page script about shadow roots that a page keeps to itself. */
export async function revealClosedRoots(frame: Frame, { timeoutMs = MAX_MS, signal }: RunOptions = {}) {
  const limits = { timeoutMs: Math.min(timeoutMs, MAX_MS), ...(signal && { signal }) };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const list = await frame.reference(CANDIDATES, limits);
    if (!list) return;
    const hosts = await elementsOf(frame, list);
    const roots = (await Promise.all(hosts.map((host) => closedRootOf(frame, host)))).filter(
      (id) => id !== undefined,
    );
    for (const root of roots) await frame.call(root, NOTE_ROOT);
    if (roots.length === 0) return;
  }
}

async function elementsOf({ session }: Frame, objectId: string): Promise<string[]> {
  const { result } = await session.send<{ result: { name: string; value?: { objectId?: string } }[] }>(
    "Runtime.getProperties",
    { objectId, ownProperties: true },
  );
  return result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
}

async function closedRootOf(frame: Frame, objectId: string): Promise<string | undefined> {
  const { node } = await frame.session.send<Described>("DOM.describeNode", { objectId });
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
  if (!closed) return undefined;
  const { object } = await frame.session.send<{ object: { objectId: string } }>("DOM.resolveNode", {
    backendNodeId: closed.backendNodeId,
    executionContextId: await frame.contextId(),
    objectGroup: "genericagent",
  });
  return object.objectId;
}

/** Share of the visible lines, controls and clickables that a view holds, and of its words that are not visible. */
export function measure(truth, view) {
  return {
    text: textRecall(truth.blocks, view.plain),
    controls: controlRecall(uniqueControls(truth.controls), view.names),
    pointers: truth.pointers.length > 0 ? controlRecall(truth.pointers, view.names) : undefined,
    noise: noise(truth, view.plain),
  };
}

const letters = (text) =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "");
const words = (text) =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const CHUNK = 60;

/** A line is a block's text in stretches of at most 60 characters; each is found as often as it is seen. */
function chunksOf(text) {
  const chunks = [];
  let chunk = "";
  for (const word of text.trim().split(/\s+/)) {
    if (chunk && chunk.length + word.length >= CHUNK) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += ` ${word}`;
    while (chunk.length > 2 * CHUNK) {
      chunks.push(chunk.slice(0, CHUNK));
      chunk = chunk.slice(CHUNK);
    }
  }
  return [...chunks, chunk].map(letters).filter(Boolean);
}

export function textRecall(blocks, plain) {
  const wanted = new Map();
  for (const { text } of blocks)
    for (const chunk of chunksOf(text)) wanted.set(chunk, (wanted.get(chunk) ?? 0) + 1);
  const output = letters(plain);
  let found = 0;
  let total = 0;
  let cursor = 0;
  for (const [chunk, count] of wanted) {
    total += count;
    const places = [...occurrences(output, chunk, count, cursor)];
    found += places.length;
    cursor = places[0] ?? cursor;
  }
  return total === 0 ? 1 : found / total;
}

/** Up to `count` places of a chunk, looked for near the last one first: views mostly keep the order of the page. */
function* occurrences(output, chunk, count, cursor) {
  let left = count;
  for (const [from, to] of [
    [cursor, output.length],
    [0, cursor],
  ])
    for (
      let at = output.indexOf(chunk, from);
      left > 0 && at >= 0 && at < to;
      at = output.indexOf(chunk, at + chunk.length)
    ) {
      left--;
      yield at;
    }
}

/** The same link with the same name counts once, and so does a wrapper around one control of the same name. */
function uniqueControls(controls) {
  const seen = new Set();
  const byId = new Map(controls.map((control) => [control.id, control]));
  return controls.filter((control) => {
    const inner = control.holds.map((id) => byId.get(id)).filter(Boolean);
    if (inner.some((other) => other.names.some((name) => control.names.includes(name))) || inner.length > 1)
      return false;
    if (control.href === null) return true;
    const key = `${control.href} ${letters(control.names[0])}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** One to one: equal names first, then names of which one holds the other. */
export function controlRecall(controls, names) {
  if (controls.length === 0) return 1;
  const free = new Map();
  for (const name of names.map(letters)) free.set(name, (free.get(name) ?? 0) + 1);
  const take = (name) => {
    const left = free.get(name) ?? 0;
    if (left > 0) free.set(name, left - 1);
    return left > 0;
  };
  let found = 0;
  const open = [];
  for (const control of controls) {
    const wanted = control.names.map(letters);
    if (wanted.some(take)) found++;
    else open.push(wanted);
  }
  for (const wanted of open) {
    const near = [...free].find(([name, left]) => left > 0 && wanted.some((one) => isNear(name, one)));
    if (near && take(near[0])) found++;
  }
  return found / controls.length;
}

/** One holds the other; a name of one or two letters must stand at its beginning. */
const isNear = (name, wanted) =>
  Math.min(name.length, wanted.length) > 2
    ? name.includes(wanted) || wanted.includes(name)
    : wanted !== "" && name.startsWith(wanted);

/** A word is noise when neither of its pairs stands in visible text nor in the name of a visible thing. */
function noise({ blocks, controls, pointers, names }, plain) {
  const known = [
    ...blocks.map(({ text }) => text),
    ...[...controls, ...pointers].flatMap((one) => one.names),
    ...names,
  ];
  const pairs = new Set();
  const alone = new Set();
  for (const text of known) {
    const list = words(text);
    if (list.length === 1) alone.add(list[0]);
    list.forEach((word, index) => {
      if (index > 0) pairs.add(`${list[index - 1]} ${word}`);
    });
    if (list.length > 0) alone.add(list[0]).add(list.at(-1));
  }
  const output = words(plain);
  if (output.length === 0) return 0;
  const bad = output.filter((word, index) => {
    if (alone.has(word)) return false;
    return !pairs.has(`${output[index - 1]} ${word}`) && !pairs.has(`${word} ${output[index + 1]}`);
  });
  return bad.length / output.length;
}

import { createRandom } from "../context/random.mjs";

/** Made-up words whose frequencies fall off as in a language, drawn by a seed. */
export function vocabulary(seed, size = 60_000) {
  const { next: random } = createRandom(seed);
  const words = Array.from({ length: size }, () => madeUpWord(random));
  const draw = () => words[Math.min(size - 1, Math.floor(size ** random() - 1))];
  return {
    random,
    /** Word number `rank` in the order of frequency. */
    word: (rank) => words[rank],
    sentence: (count) => Array.from({ length: count }, draw).join(" "),
  };
}

const ONSETS = "b br c ch d dr f g gl h j k l m n p pl r s st t tr v w".split(" ");
const NUCLEI = "a e i o u ai ea ou".split(" ");

function madeUpWord(random) {
  const syllables = 1 + Math.floor(random() * 3);
  let word = "";
  for (let count = 0; count < syllables; count++) word += pick(ONSETS, random) + pick(NUCLEI, random);
  return word + pick(["", "n", "r", "t", "m", "l"], random);
}

const pick = (list, random) => list[Math.floor(random() * list.length)];

import { dirname } from "node:path";

/** A place that differs from the one in which a skill was learnt. Each has a fresh folder and a fresh home. */
export interface GateEnvironment {
  name: string;
  env: Record<string, string | undefined>;
  hasReadOnlyHome: boolean;
}

const LOCALES = ["de_DE.UTF-8", "tr_TR.UTF-8", "zh_CN.UTF-8", "C"];
const ZONES = ["Pacific/Kiritimati", "America/St_Johns", "Asia/Kolkata", "Pacific/Pago_Pago"];

/** What a bare system has, and node, which runs this. */
const minimalPath = (): string =>
  process.platform === "win32"
    ? ["C:\\Windows\\System32", "C:\\Windows", dirname(process.execPath)].join(";")
    : ["/usr/bin", "/bin", dirname(process.execPath)].join(":");

/**
 * Five environments, one for each thing that a script may depend on without saying so; more are drawn at random.
 *
 * @param random 0 ≤ x < 1, for tests
 */
export function sampleEnvironments(count = 5, random: () => number = Math.random): GateEnvironment[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const locale = (): Record<string, string> => {
    const name = pick(LOCALES);
    return { LANG: name, LC_ALL: name };
  };
  const kinds: (() => GateEnvironment)[] = [
    () => ({ name: "fresh folder", env: {}, hasReadOnlyHome: false }),
    () => {
      const env = locale();
      return { name: `locale ${env.LANG}`, env, hasReadOnlyHome: false };
    },
    () => {
      const TZ = pick(ZONES);
      return { name: `time zone ${TZ}`, env: { TZ }, hasReadOnlyHome: false };
    },
    () => ({
      name: "minimal PATH",
      env: { PATH: minimalPath(), Path: undefined, VIRTUAL_ENV: undefined },
      hasReadOnlyHome: false,
    }),
    () => ({ name: "read-only home", env: {}, hasReadOnlyHome: true }),
  ];
  const mixed = (): GateEnvironment => ({
    name: "all at once",
    env: { ...locale(), TZ: pick(ZONES), PATH: minimalPath(), Path: undefined, VIRTUAL_ENV: undefined },
    hasReadOnlyHome: true,
  });
  return Array.from({ length: count }, (_, index) => (kinds[index] ?? mixed)());
}

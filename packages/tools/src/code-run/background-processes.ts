import { type GroupMember, groupMembers } from "./process-group.js";

export interface BackgroundProcess extends GroupMember {
  /** The process group it belongs to: ending the group ends all that one run left behind. */
  group: number;
}

/** Knows the process groups that outlived their command. */
export class BackgroundProcesses {
  readonly #groups = new Set<number>();

  /** Remembers a group that still has members. */
  add(group: number): void {
    this.#groups.add(group);
  }

  /** What is alive now; groups that have ended are forgotten. */
  async list(): Promise<BackgroundProcess[]> {
    const alive: BackgroundProcess[] = [];
    for (const group of this.#groups) {
      const members = await groupMembers(group);
      if (members.length === 0) this.#groups.delete(group);
      alive.push(...members.map((member) => ({ ...member, group })));
    }
    return alive;
  }
}

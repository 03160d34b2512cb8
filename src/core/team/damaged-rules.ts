/** A team's rules in the store are not what was saved. Nobody may spend by them, and an admin can reset them. */
export class DamagedRules extends Error {
  constructor(team: string) {
    super(`the rules of team ${team} are damaged`);
  }
}

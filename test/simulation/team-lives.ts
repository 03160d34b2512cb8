export { teamLife } from "./team/team-life.ts";

export { fleetLife, life } from "./life.ts";
export { everyPlan, livePlan, SCENARIOS } from "./plan.ts";

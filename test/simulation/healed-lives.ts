export { healedLife } from "./liveness/healed-life.ts";

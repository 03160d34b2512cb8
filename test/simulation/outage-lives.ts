export { outageLife } from "./outage/outage-life.ts";

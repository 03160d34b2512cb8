/**
 * Why a team pays for no such job: its price would pass what all of the team's jobs of that month may come to, or what one
 * person's may; it is above what needs no approval; or nobody has set the team's rules. Judged in this order, and of a job
 * for which an approval is asked or given only the team's cap and whether there are rules.
 */
export type TeamRefusal = "team_month" | "person_month" | "ask_above" | "no_rules";

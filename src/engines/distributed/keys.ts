/** Everything Reelay keeps in Redis begins with this. */
export const PREFIX = "reelay";
/** The queue of BullMQ in which every open job has its alarm. */
export const ALARMS = "alarms";

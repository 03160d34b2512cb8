/** The video service as its operator names it to people. */
export interface VideoService {
  /** The name that people know it by; null: "the video service". */
  readonly name: string | null;
  /** Where people get a key and see their credits; null: nobody says. */
  readonly dashboardUrl: string | null;
}

export const REFUSED_MAX = 1_000;

export type PolicyService = ReturnType<typeof openPolicyService>;

export function openPolicyService() {
  let refused = "";
  return {
    refused: (): string => refused,
    refuse(typed: string) {
      refused = typed;
    },
    judge(text: string): { readonly allow: boolean; readonly reason?: string } {
      const words = refused.split(",").map((word) => word.trim().toLowerCase());
      const holds = words.some((word) => word !== "" && text.toLowerCase().includes(word));
      return holds ? { allow: false, reason: "this sandbox refuses such prompts." } : { allow: true };
    },
  };
}

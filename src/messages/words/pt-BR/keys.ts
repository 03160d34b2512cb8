import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (final ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Adicione a sua chave de API",
    body: ["Os vídeos são cobrados na sua própria conta no serviço de vídeo."],
  },
  dashboard: "painel",
  where: (dashboard) => ["Você consegue uma chave no seu ", dashboard, " do serviço de vídeo."],
  keptForIt: "Seu pedido fica guardado por uma hora e continua automaticamente assim que a chave for salva.",
  thenPress: (button) => `Adicione a chave e depois clique em “${button}”.`,
  nothingCharged: "Nada foi cobrado.",
  checking: { title: "Verificando a sua chave…", body: ["Isso não gasta créditos."] },
  saved: "Sua chave está salva",
  savedText: (lastFour) => `Sua chave${endingIn(lastFour)} funciona e está guardada com criptografia.`,
  goesOn: "O pedido que esperava a chave continua agora.",
  videosGoOn: (open) => (open === 1 ? "Seu vídeo continua." : `Seus ${open} vídeos continuam.`),
  youCan: "Agora você já pode criar vídeos.",
  savedUnchecked: "Sua chave está salva, mas não verificada",
  savedUncheckedText: (lastFour) =>
    `Sua chave${endingIn(lastFour)} está guardada com criptografia. O serviço de vídeo não deu uma resposta clara, então ainda não conseguimos verificá-la.`,
  firstVideoTells: "O primeiro vídeo vai mostrar se ela funciona.",
  requestNotStarted: "O pedido que esperava a chave não foi iniciado. Envie-o de novo mais tarde.",
  bad: {
    title: "Esta chave não funciona",
    body: [
      "O serviço de vídeo não aceita esta chave, então ela não foi salva. Se você já tinha uma chave salva, ela continua valendo.",
      "Copie-a e adicione-a de novo.",
    ],
  },
  notAKey: "Isto não é uma chave",
  empty: "Cole a sua chave de API aqui.",
  notOneWord: "Uma chave é uma sequência de caracteres sem espaços. Copie-a de novo e cole-a aqui.",
  nothingSaved: "Nada foi salvo.",
  unknownWord: "Comando desconhecido",
  words: (set, status, remove) => ["Digite ", set, ", ", status, " ou ", remove, "."],
  ifItWasYourKey: "Se isso era a sua chave, ela não foi salva. Adicione-a pelo formulário privado.",
  stored: (lastFour) => `Sua chave${endingIn(lastFour)} está guardada com criptografia.`,
  works: "Sua chave funciona",
  doesNotWork: {
    title: "Sua chave não funciona",
    body: ["O serviço de vídeo não a aceita. Adicione uma nova."],
  },
  notChecked: {
    title: "Não foi possível verificar a sua chave",
    body: ["O serviço de vídeo não deu uma resposta clara. Tente de novo daqui a alguns minutos."],
  },
  yours: "Sua chave de API",
  none: {
    title: "Nenhuma chave salva",
    body: ["Adicione a sua própria chave de API para criar vídeos."],
  },
  removed: { title: "Sua chave foi removida", body: ["O Reelay a apagou."] },
  confirmRemoval: "Remover a sua chave agora?",
  withoutKey: "Sem uma chave, você não pode criar novos vídeos.",
  nothingToRemove: { title: "Nenhuma chave salva", body: ["Não há nada para remover."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} ainda está em andamento e mantém uma cópia criptografada da chave até terminar.`
      : `${amounts.videos(open)} ainda estão em andamento e mantêm uma cópia criptografada da chave até terminarem.`,
};

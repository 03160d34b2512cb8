import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (termina em ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Primeiro, a sua própria chave de API",
    body: ["Os vídeos são pagos com a sua própria conta no serviço de vídeo."],
  },
  dashboard: "painel",
  where: (dashboard) => ["Você consegue uma chave no ", dashboard, " da sua conta no serviço de vídeo."],
  keptForIt: "Seu pedido fica guardado por uma hora e continua sozinho assim que a chave for salva.",
  thenPress: (button) => `Adicione-a e depois clique em “${button}”.`,
  nothingCharged: "Nada foi cobrado.",
  checking: { title: "Verificando a sua chave…", body: ["Isto não custa créditos."] },
  saved: "Sua chave está salva",
  savedText: (lastFour) => `Sua chave${endingIn(lastFour)} funciona e está guardada de forma criptografada.`,
  goesOn: "O pedido que esperava por ela continua agora.",
  videosGoOn: (open) => (open === 1 ? "Seu vídeo continua." : `Seus ${open} vídeos continuam.`),
  youCan: "Agora você pode criar vídeos.",
  savedUnchecked: "Sua chave está salva, mas não verificada",
  savedUncheckedText: (lastFour) =>
    `Sua chave${endingIn(lastFour)} está guardada de forma criptografada. O serviço de vídeo não deu uma resposta clara, então ainda não se sabe se ela funciona.`,
  firstVideoTells: "O primeiro vídeo vai dizer.",
  requestNotStarted: "O pedido que esperava por ela não começou. Envie-o de novo mais tarde.",
  bad: {
    title: "Esta chave não funciona",
    body: [
      "O serviço de vídeo não aceita esta chave, então ela não foi salva. Uma chave que você salvou antes continua como está.",
      "Copie-a mais uma vez e adicione-a de novo.",
    ],
  },
  notAKey: "Isto não é uma chave",
  empty: "Cole a sua chave de API aqui.",
  notOneWord: "Uma chave é uma única palavra, sem espaços. Copie-a mais uma vez e cole-a aqui.",
  nothingSaved: "Nada foi salvo.",
  unknownWord: "Essa palavra não é conhecida",
  words: (set, status, remove) => ["Digite ", set, ", ", status, " ou ", remove, "."],
  ifItWasYourKey: "Se era a sua chave: ela não foi guardada. O botão abre um formulário privado para ela.",
  stored: (lastFour) => `Sua chave${endingIn(lastFour)} está guardada de forma criptografada.`,
  works: "Sua chave funciona",
  doesNotWork: {
    title: "Sua chave não funciona",
    body: ["O serviço de vídeo não a aceita. Adicione uma nova."],
  },
  notChecked: {
    title: "Não deu para verificar a sua chave",
    body: ["O serviço de vídeo não deu uma resposta clara. Pergunte de novo daqui a alguns minutos."],
  },
  yours: "Sua chave de API",
  none: {
    title: "Nenhuma chave salva",
    body: ["Adicione a sua própria chave de API para criar vídeos."],
  },
  removed: { title: "Sua chave foi removida", body: ["O Reelay a esqueceu."] },
  confirmRemoval: "Remover a sua chave agora?",
  withoutKey: "Sem chave, você não pode criar novos vídeos até adicionar uma.",
  nothingToRemove: { title: "Nenhuma chave salva", body: ["Não há nada para remover."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} ainda está em andamento. Ele mantém uma cópia criptografada da chave até terminar.`
      : `${amounts.videos(open)} ainda estão em andamento. Eles mantêm uma cópia criptografada da chave até terminarem.`,
};

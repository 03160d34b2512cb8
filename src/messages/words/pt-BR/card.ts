import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("pt-BR");
const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Pedido recebido",
    body: ["Este cartão é atualizado enquanto o vídeo é criado. Se não der, você recebe uma nova mensagem."],
  },
  starting: "Iniciando…",
  queued: {
    title: "Na fila",
    body: [
      "O serviço de vídeo está ocupado, então este vídeo está na fila e começa automaticamente. Nada foi cobrado ainda.",
    ],
  },
  serviceAway: "O serviço de vídeo está fora do ar. O Reelay continua tentando. Nada foi cobrado ainda.",
  making: "Criando o vídeo",
  overdue: {
    title: "Ainda não terminou…",
    body: [
      "Está demorando muito mais que o normal. O Reelay continua acompanhando e atualiza este cartão quando houver novidade.",
    ],
  },
  needsKey: "O serviço de vídeo não aceita mais a sua chave. Adicione uma nova, e este vídeo continua automaticamente.",
  lastSight: "Este cartão vai parar de ser atualizado em breve. Você vai receber o resultado por mensagem direta.",
  noPercentage: "Em andamento",
  percentDone: (percent) => `${percent}% concluído`,
  left: (time) => `tempo restante: ${time}`,
  slow: "mais lento que o normal",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Pedido por ", person],
  price: (price) => `Preço: ${credits(price)}`,
  seconds: (seconds) => `${seconds} segundos`,
  shapeOfPicture: "formato da sua imagem",
  fromPicture: "a partir de uma imagem",
};

export const state: Words["state"] = {
  waitingToStart: "Aguardando início",
  starting: "Iniciando",
  waitingForKey: "Aguardando a sua chave",
  running: "Em andamento",
  percentDone: (percent) => `${percent}% concluído`,
  ready: "Pronto",
  doneWithoutLink: "Pronto, mas sem link",
  failed: (refunded) => `Falhou, ${count(refunded, "crédito devolvido", "créditos devolvidos")}`,
  refused: "Recusado, nada foi cobrado",
  notStarted: "Não iniciado, nada foi cobrado",
  nobodyKnows: "Desconhecido: pode ter sido cobrado",
};

import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Pedido recebido",
    body: ["Este cartão muda enquanto o vídeo é criado. Se ficar como está, uma mensagem nova toma o lugar dele."],
  },
  starting: "Começando…",
  queued: {
    title: "Na fila",
    body: ["O serviço de vídeo está ocupado, então este vídeo está na fila e começa sozinho. Nada foi cobrado ainda."],
  },
  serviceAway: "O serviço de vídeo está fora do ar. O Reelay está tentando de novo. Nada foi cobrado ainda.",
  making: "Criando o vídeo",
  overdue: {
    title: "Ainda não terminou…",
    body: [
      "Está demorando muito mais que o normal. O Reelay continua olhando, e este cartão muda quando houver novidade.",
    ],
  },
  needsKey: "O serviço de vídeo não aceita mais a sua chave. Adicione uma nova, e este vídeo continua sozinho.",
  lastSight: "Em breve este cartão não poderá mais mudar. O resultado chega por mensagem direta.",
  noPercentage: "Ainda sem porcentagem",
  percentDone: (percent) => `${percent}% pronto`,
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
  waitingToStart: "Esperando para começar",
  starting: "Começando",
  waitingForKey: "Esperando a sua chave",
  running: "Em andamento",
  percentDone: (percent) => `${percent}% pronto`,
  ready: "Pronto",
  doneWithoutLink: "Pronto, mas sem link",
  failed: (refunded) => `Falhou, reembolso: ${credits(refunded)}`,
  refused: "Recusado, nada foi cobrado",
  notStarted: "Não começou, nada foi cobrado",
  nobodyKnows: "Ninguém sabe, pode ter sido cobrado",
};

import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("pt-BR");
const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Este mês: ${spent}.`,
  lastMonth: (spent) => `No mês passado: ${spent}.`,
  none: "nenhum crédito gasto",
  spent: (spent) => count(spent, "crédito gasto", "créditos gastos"),
  refunds: (charged, refunded) =>
    ` (${count(charged, "cobrado", "cobrados")}, ${count(refunded, "devolvido", "devolvidos")})`,
  maybe: (atMost) => `, mais até ${count(atMost, "crédito não confirmado", "créditos não confirmados")}`,
};

export const list: Words["list"] = {
  title: "Seus vídeos",
  page: (page) => `Seus vídeos, página ${page}`,
  none: "Você ainda não pediu nenhum vídeo.",
  noOlder: "Não há vídeos mais antigos.",
  choose: "Trazer um cartão para cá…",
  quoted: (prompt) => `“${prompt}”`,
};

export const home: Words["home"] = {
  make: { title: "Criar um vídeo", body: ["A partir de um texto, com ou sem imagem."] },
  welcome: {
    title: "Boas-vindas ao Reelay",
    say: (command) => [
      "Diga o que deve acontecer, e o Reelay cria um vídeo curto: digite ",
      command,
      " em qualquer canal ou escreva para o Reelay aqui.",
    ],
    addKey:
      "Os vídeos são cobrados na sua própria conta no serviço de vídeo, então adicione primeiro a sua chave de API.",
  },
};

const allow = (permission: string) => `Um admin pode dar a permissão “${permission}” nas configurações do canal.`;

export const help: Words["help"] = {
  title: "Como criar um vídeo",
  parts: {
    start: "Primeiros passos",
    prices: "Preços",
    yours: "Sua chave e seus dados",
    know: "Bom saber",
    now: "Situação atual",
  },
  sample: "um gato surfando",
  addKey: (command) => [
    "1. Adicione a sua própria chave de API com ",
    command,
    ". Você a obtém na sua conta no serviço de vídeo.",
  ],
  say: (command) => [
    "2. Diga o que deve acontecer: ",
    command,
    ". O cartão mostra o progresso, e você recebe um aviso quando o vídeo ficar pronto.",
  ],
  options: (command) => [
    "Formato, duração, resolução e uma imagem são opções de ",
    command,
    ", todas opcionais. Para animar a imagem de uma mensagem, abra o menu dela: Aplicativos, Animar imagem.",
  ],
  flags: (flags, command) => [
    "Para escolher o resto, coloque opções depois do prompt: ",
    flags,
    ". ",
    command,
    " sozinho abre um formulário.",
  ],
  pricesNote: "Os créditos são cobrados no início e devolvidos se o vídeo falhar.",
  spentUnknown: "Não foi possível consultar os seus gastos deste mês.",
  key: (status, remove) => ["Sua chave: ", status, " mostra se ela funciona, ", remove, " a apaga."],
  cannotStop: "Um vídeo que já começou não pode ser interrompido. “Apagar” só remove o cartão e a notificação dele.",
  kept: (days, get, forget) => [
    `Os prompts ficam guardados por ${days === 1 ? "1 dia" : `${number(days)} dias`} depois do fim de um vídeo. `,
    "O que é guardado sobre você: ",
    get,
    " envia em um arquivo privado, ",
    forget,
    " apaga tudo.",
  ],
  links: "Os links funcionam por cerca de 2 horas.",
  allWell: "Tudo funcionando normalmente.",
  trouble: (troubles) => `Problemas no momento: ${troubles}.`,
  orVideo: {
    title: "Ajuda ou um vídeo?",
    text: (price) =>
      `Clique em “Ajuda” para ver como o Reelay funciona ou em “Criar” para fazer um vídeo só com esta palavra. O vídeo custa ${credits(price)}. Nada foi cobrado.`,
  },
  missing: {
    view_channel: `O Reelay não consegue ver este canal, então não pode mais atualizar o cartão depois de 15 minutos. ${allow("Ver canal")}`,
    send_messages: `O Reelay não consegue escrever neste canal, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens")}`,
    send_in_threads: `O Reelay não consegue escrever neste tópico, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens em tópicos")}`,
    embed_links: `Os links do Reelay não mostram prévia neste canal. ${allow("Inserir links")}`,
    attach_files: `O Reelay não consegue publicar arquivos neste canal, então os vídeos chegam como link. ${allow("Anexar arquivos")}`,
    read_history: `O Reelay não consegue responder ao próprio cartão neste canal, então os avisos aparecem como mensagens separadas. ${allow("Ver histórico de mensagens")}`,
  },
};

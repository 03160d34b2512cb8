import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number } = amounts;

export const spending: Words["spending"] = {
  thisMonth: (spent) => `Este mês: ${spent}.`,
  lastMonth: (spent) => `No mês passado: ${spent}.`,
  none: "nenhum crédito gasto",
  spent: (spent) => `${credits(spent)} ${spent === 1 ? "gasto" : "gastos"}`,
  refunds: (charged, refunded) => ` (cobrança: ${number(charged)}, devolução: ${number(refunded)})`,
  maybe: (atMost) => `, e até ${number(atMost)} a mais sem confirmação`,
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
  make: { title: "Criar um vídeo", body: ["A partir de palavras, ou de palavras e uma imagem."] },
  welcome: {
    title: "Boas-vindas ao Reelay",
    say: (command) => [
      "Diga o que deve acontecer, e o Reelay faz um vídeo curto: digite ",
      command,
      " em qualquer canal, ou escreva para o Reelay aqui.",
    ],
    addKey:
      "Os vídeos são pagos com a sua própria conta no serviço de vídeo, então adicione primeiro a sua chave de API.",
  },
};

const allow = (permission: string) => `Um admin pode permitir “${permission}” nas configurações do canal.`;

export const help: Words["help"] = {
  title: "Como criar um vídeo",
  parts: {
    start: "Primeiros passos",
    prices: "Preços",
    yours: "Sua chave e seus dados",
    know: "Bom saber",
    now: "Agora",
  },
  sample: "um gato surfando",
  addKey: (command) => [
    "1. Adicione a sua própria chave de API com ",
    command,
    ". Ela vem da sua conta no serviço de vídeo.",
  ],
  say: (command) => [
    "2. Diga o que deve acontecer: ",
    command,
    ". O cartão mostra o andamento, e uma mensagem avisa quando estiver pronto.",
  ],
  options: (command) => [
    "Formato, duração, resolução e uma imagem são opções de ",
    command,
    ", e nenhuma é obrigatória. Para uma imagem em uma mensagem, abra o menu da mensagem: Aplicativos, Animar imagem.",
  ],
  flags: (flags, command) => [
    "O resto se escolhe com opções depois das palavras: ",
    flags,
    ". ",
    command,
    " sozinho abre um formulário.",
  ],
  pricesNote: "Os créditos são cobrados no início e voltam se um vídeo falhar.",
  spentUnknown: "O que você gastou neste mês não pode ser lido no momento.",
  key: (status, remove) => ["Sua chave: ", status, " mostra se ela funciona, ", remove, " a esquece."],
  cannotStop: "Um vídeo que já começou não pode ser parado. “Apagar” tira o cartão e sua notificação, e nada mais.",
  kept: (days, get, forget) => [
    `Os prompts ficam guardados por ${days === 1 ? "1 dia" : `${number(days)} dias`} depois do fim de um vídeo. `,
    "O que é guardado sobre você: ",
    get,
    " entrega em um arquivo privado, ",
    forget,
    " faz ser esquecido.",
  ],
  links: "Os links funcionam por cerca de 2 horas.",
  allWell: "No momento, tudo funciona.",
  trouble: (troubles) => `Problemas no momento: ${troubles}.`,
  orVideo: {
    title: "Ajuda ou um vídeo?",
    text: (price) =>
      `Toque em “Ajuda” para ler como o Reelay funciona, ou em “Criar” para um vídeo desta única palavra. O vídeo custa ${credits(price)}. Nada foi cobrado.`,
  },
  missing: {
    view_channel: `O Reelay não consegue ver este canal, então depois de 15 minutos não pode mais mudar o cartão. ${allow("Ver canal")}`,
    send_messages: `O Reelay não consegue escrever neste canal, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens")}`,
    send_in_threads: `O Reelay não consegue escrever neste tópico, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens em tópicos")}`,
    embed_links: `Os links do Reelay não mostram prévia neste canal. ${allow("Inserir links")}`,
    attach_files: `O Reelay não consegue publicar arquivos neste canal, então um vídeo chega como link. ${allow("Anexar arquivos")}`,
    read_history: `O Reelay não consegue responder ao próprio cartão neste canal, então as mensagens dele ficam soltas. ${allow("Ver histórico de mensagens")}`,
  },
};

import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("pt-BR");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Seus dados",
  exportGives: (command) => [command, " dá a você um arquivo privado com tudo o que o Reelay guarda sobre você."],
  deleteForgets: (command) => [command, " faz tudo ser esquecido. Antes mostra o que é, e pergunta."],
  gathering: { title: "Preparando o seu arquivo…", body: ["Isto não custa créditos."] },
  fileHere:
    "Tudo o que o Reelay guarda sobre você está neste arquivo. Só você o vê aqui: baixe-o antes de fechar o Discord.",
  fileInDirect:
    "Tudo o que o Reelay guarda sobre você está em um arquivo na sua mensagem direta com o Reelay. Ele fica lá até você apagar.",
  leftOut: (entries) =>
    `Tudo junto seria grande demais para este chat, então as entradas mais antigas ficaram de fora: ${number(entries)}.`,
  notTheKey: "A sua chave em si não está nele, só os últimos quatro caracteres dela.",
  unsure: {
    title: "Seu arquivo talvez tenha chegado",
    body: [
      "O Slack não disse se aceitou o arquivo. Olhe na sua mensagem direta com o Reelay. Se não estiver lá, peça de novo.",
    ],
  },
  noFile: {
    title: "Não dá para entregar um arquivo aqui",
    body: [
      "Este chat não aceita arquivos do Reelay. Peça de novo em uma mensagem direta com ele, ou peça a um admin para permitir arquivos.",
    ],
  },
  wouldHold: (parts, jobs) => [`Ele teria: ${parts}. `, jobs, " mostra os seus vídeos aqui."],
  cannotRead: {
    title: "Agora não",
    body: ["O Reelay não consegue ler isto agora. Nada foi alterado.", "Tente de novo em um minuto."],
  },
  nothingKept: {
    title: "Nada guardado",
    body: ["O Reelay não guarda nada sobre você. Não há nada para apagar."],
  },
  confirm: "Apagar o que o Reelay guarda sobre você?",
  goesForGood: (parts) => `Isto some para sempre: ${parts}.`,
  stays: [
    "Cartões, mensagens e arquivos no chat ficam onde estão. Apague antes os cartões que você não quer lá: depois disso, os botões deles não fazem mais nada.",
    "Backups e registros ficam com quem cuida deste bot.",
  ],
  deleted: "Seus dados foram apagados",
  forgotten: "O Reelay esqueceu o que guardava sobre você.",
  sevenDays:
    "Por sete dias ele conhece os identificadores dos seus últimos vídeos, e nada mais deles, para que nenhum seja criado duas vezes.",
  going: {
    title: "Seus dados estão sendo apagados",
    body: ["Isto leva um momento. Continua sozinho, e não precisa de mais nada de você."],
  },
  kept: "Nada foi apagado.",
  tooOld: "Antigo demais",
  tooOldText: (command) => [
    "Nada foi apagado: esta pergunta tem mais de 15 minutos. Pergunte de novo com ",
    command,
    ".",
  ],
  notYours: { title: "Não é seu", body: ["Só a pessoa que perguntou pode fazer isso. Nada foi apagado."] },
  parts: {
    key: "sua chave de API",
    settings: "suas configurações",
    welcomed: "a anotação de que demos as boas-vindas",
    ended: (ended) => `os registros de ${count(ended, "vídeo terminado", "vídeos terminados")}, com prompts e links`,
    kept: (kept) => `${count(kept, "pedido", "pedidos")} que você ainda não iniciou`,
    costs: (costs) => `o custo de ${videos(costs)}`,
    open: (open) => `${videos(open)} em andamento`,
  },
  stillOpen: (open) =>
    `${videos(open)} ainda ${open === 1 ? "está" : "estão"} em andamento. Nada é interrompido: você fica sabendo do final, e depois isso também é esquecido.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "acabou de terminar e será esquecido" : "acabaram de terminar e serão esquecidos"} assim que o cartão estiver completo.`,
  nothing: "nada",
  listed: (first, last) => `${first.join("; ")}; e ${last}`,
};

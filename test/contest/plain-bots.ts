import { type Job, Queue, UnrecoverableError, Worker } from "bullmq";
import {
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  Routes,
} from "discord.js";
import { plainService, ServiceError, sdkService, waitForTask, wordsAbout, wordsOfError } from "./plain-service.ts";

/** A bot as in the discord.js guide, with one command. Resolves when it is connected. */
async function plainClient(
  makeVideo: (interaction: ChatInputCommandInteraction, prompt: string) => Promise<void>,
): Promise<Client<true>> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: process.env.DISCORD_API_URL ?? "" },
  });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    makeVideo(interaction, interaction.options.getString("prompt", true)).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(process.env.DISCORD_TOKEN);
  const connected = await ready;
  const { String: type } = ApplicationCommandOptionType;
  const options = [{ name: "prompt", description: "What the video shows", type, required: true } as const];
  await connected.application.commands.set([{ name: "video", description: "Makes a video", options }]);
  return connected;
}

/** A bot with one handler. It submits through an SDK, waits in the SDK's polling loop, and replies. */
export function runSdkBot(): Promise<unknown> {
  const service = sdkService();

  async function makeVideo(interaction: ChatInputCommandInteraction, prompt: string): Promise<void> {
    await interaction.deferReply();
    try {
      const taskId = await service.create(prompt);
      const task = await waitForTask(service, taskId, (percent) => interaction.editReply(`Making it: ${percent} %`));
      await interaction.editReply(wordsAbout(task));
      await interaction.followUp(`<@${interaction.user.id}> Your video is ready.`);
    } catch (error) {
      await interaction.editReply(wordsOfError(error));
    }
  }

  return plainClient((interaction, prompt) => makeVideo(interaction, prompt));
}

interface Asked {
  readonly prompt: string;
  readonly userId: string;
  readonly applicationId: string;
  readonly token: string;
  /** Saved as soon as it is known, as in BullMQ's guide to jobs with several steps. */
  readonly taskId?: string;
}

const NAME = "videos";
/** As in BullMQ's guide to retries. */
const RETRIES = { attempts: 3, backoff: { type: "exponential", delay: 1_000 } } as const;
/** Shorter than BullMQ's default of 30 s, only to make the contest faster. */
const STALLED = { lockDuration: 5_000, stalledInterval: 2_500 };

/** A bot whose command adds a job to BullMQ. One worker submits, polls, edits and notifies. */
export async function runQueueBot(): Promise<void> {
  const service = plainService();
  const connection = { url: process.env.REDIS_URL ?? "", maxRetriesPerRequest: null };
  const prefix = process.env.QUEUE_PREFIX ?? "";
  const queue = new Queue<Asked>(NAME, { connection, prefix });

  const client = await plainClient(async (interaction, prompt) => {
    await interaction.deferReply();
    const { user, applicationId, token } = interaction;
    await queue.add("video", { prompt, userId: user.id, applicationId, token }, RETRIES);
  });

  const edit = ({ applicationId, token }: Asked, content: string) =>
    client.rest.patch(Routes.webhookMessage(applicationId, token), { body: { content }, auth: false });
  const notify = ({ applicationId, token, userId }: Asked) =>
    client.rest.post(Routes.webhook(applicationId, token), {
      body: { content: `<@${userId}> Your video is ready.` },
      auth: false,
    });

  async function makeVideo(job: Job<Asked>): Promise<void> {
    let { taskId } = job.data;
    if (taskId === undefined) {
      taskId = await service.create(job.data.prompt).catch(giveUpWhereHopeless);
      await job.updateData({ ...job.data, taskId });
    }
    const task = await waitForTask(service, taskId, (percent) => edit(job.data, `Making it: ${percent} %`));
    await edit(job.data, wordsAbout(task));
    await notify(job.data);
  }

  const worker = new Worker<Asked>(NAME, makeVideo, { connection, prefix, ...STALLED });
  worker.on("failed", (job, error) => {
    const isOver = job && (job.attemptsMade >= RETRIES.attempts || error instanceof UnrecoverableError);
    if (isOver) edit(job.data, wordsOfError(error)).catch(report);
  });
  worker.on("error", report);
}

function giveUpWhereHopeless(error: unknown): never {
  if (error instanceof ServiceError && !error.isPassing) throw new UnrecoverableError(error.message);
  throw error;
}

function report(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

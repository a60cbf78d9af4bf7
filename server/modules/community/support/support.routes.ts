import type { FastifyReply } from 'fastify'
import { support } from '#contract/support.ts'
import { sendImage } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { previewAbout } from './about.ts'
import { macros } from './data/macros.ts'
import { findTickets } from './find-tickets.ts'
import {
  askWithoutSession,
  confirmByLink,
  rateByLink,
  readByLink,
  writeByLink,
} from './guest-ticket.ts'
import { handOverTicket, listColleagues } from './hand-over-ticket.ts'
import {
  answerTicket,
  closeIncidentWithTickets,
  listIncidentTickets,
  noteTicket,
  readTicket,
  releaseTicket,
  takeTicket,
} from './handle-ticket.ts'
import { undoAnswer } from './held-answer.ts'
import { listQueue } from './list-queue.ts'
import { openTicket } from './open-ticket.ts'
import { rateTicket } from './rate-ticket.ts'
import { listTickets, showTicket } from './show-ticket.ts'
import {
  addAnswerPhoto,
  addPhotoByLink,
  addTicketPhoto,
  viewOwnPhoto,
  viewPhotoByLink,
  viewTicketPhoto,
} from './ticket-photos.ts'
import { writeInTicket } from './write-message.ts'

const sendPhoto = async (reply: FastifyReply, bytes: Promise<Buffer>) =>
  sendImage(reply, await bytes)

const ticketOf = async <T>(ticket: Promise<T>) => ({ ticket: await ticket })
const photoIdOf = async (photoId: Promise<string>) => ({ photoId: await photoId })

export const supportRoutes = routesOf(support, (deps) => ({
  about: ({ actor, body }) => previewAbout(deps, actor, body),
  open: ({ actor, body }) => ticketOf(openTicket(deps, actor, body)),
  mine: async ({ actor }) => ({ tickets: await listTickets(deps, actor) }),
  show: ({ actor, params }) => ticketOf(showTicket(deps, actor, params)),
  write: ({ actor, params, body }) => ticketOf(writeInTicket(deps, actor, { ...params, ...body })),
  attach: ({ actor, body, file }) => photoIdOf(addTicketPhoto(deps, actor, { ...body, ...file })),
  photo: ({ actor, params, reply }) => sendPhoto(reply, viewOwnPhoto(deps, actor, params)),
  rate: ({ actor, params, body }) => ticketOf(rateTicket(deps, actor, { ...params, ...body })),
  ask: ({ body }) => askWithoutSession(deps, body),
  read: ({ body }) => ticketOf(readByLink(deps, body)),
  confirm: ({ body }) => ticketOf(confirmByLink(deps, body)),
  answerByLink: ({ body }) => ticketOf(writeByLink(deps, body)),
  rateByLink: ({ body }) => ticketOf(rateByLink(deps, body)),
  attachByLink: ({ body, file }) => photoIdOf(addPhotoByLink(deps, { ...body, ...file })),
  photoByLink: ({ body, reply }) => sendPhoto(reply, viewPhotoByLink(deps, body)),
  listQueue: ({ actor, query }) => listQueue(deps, actor, query),
  findTickets: ({ actor, body }) => findTickets(deps, actor, body),
  listMacros: async () => ({ macros: [...macros] }),
  showDeskTicket: ({ actor, params }) => ticketOf(readTicket(deps, actor, params)),
  showDeskPhoto: ({ actor, params, reply }) =>
    sendPhoto(reply, viewTicketPhoto(deps, actor, params)),
  addAnswerPhoto: ({ actor, body, file }) =>
    photoIdOf(addAnswerPhoto(deps, actor, { ...body, ...file })),
  listColleagues: async ({ actor }) => ({ colleagues: await listColleagues(deps, actor) }),
  handOverTicket: ({ actor, params, body }) =>
    ticketOf(handOverTicket(deps, actor, { ...params, ...body })),
  takeTicket: ({ actor, params, body }) =>
    ticketOf(takeTicket(deps, actor, { ...params, ...body })),
  releaseTicket: ({ actor, params }) => ticketOf(releaseTicket(deps, actor, params)),
  answerTicket: ({ actor, params, body }) =>
    ticketOf(answerTicket(deps, actor, { ...params, ...body })),
  undoAnswer: ({ actor, params, body }) => undoAnswer(deps, actor, { ...params, ...body }),
  noteTicket: ({ actor, params, body }) =>
    ticketOf(noteTicket(deps, actor, { ...params, ...body })),
  listIncidentTickets: async ({ actor, params }) => ({
    tickets: await listIncidentTickets(deps, actor, params),
  }),
  closeIncident: async ({ actor, params, body }) => ({
    incident: await closeIncidentWithTickets(deps, actor, { ...params, ...body }),
  }),
}))

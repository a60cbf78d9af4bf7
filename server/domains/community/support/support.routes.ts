import type { FastifyInstance, FastifyReply } from 'fastify'
import { support } from '#contract/support.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { REDRAWN_TYPE } from '#server/platform/image.ts'
import { readAbout } from './about.ts'
import { macros } from './data/macros.ts'
import {
  askWithoutSession,
  confirmByLink,
  rateByLink,
  readByLink,
  writeByLink,
} from './guest-ticket.ts'
import { handOverTicket, listColleagues } from './hand-over-ticket.ts'
import { answerTicket, noteTicket, readTicket, releaseTicket, takeTicket } from './handle-ticket.ts'
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

function sendPhoto(reply: FastifyReply, bytes: Buffer): Buffer {
  reply.headers({
    'cache-control': 'private, no-store',
    'content-type': REDRAWN_TYPE,
    'content-disposition': 'inline; filename="foto.webp"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  return bytes
}

export function supportRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, support, {
    about: async ({ actor, body }) => ({ about: await readAbout(deps, actor, body) }),
    open: async ({ actor, body }) => ({ ticket: await openTicket(deps, actor, body) }),
    mine: async ({ actor }) => ({ tickets: await listTickets(deps, actor) }),
    show: async ({ actor, params }) => ({ ticket: await showTicket(deps, actor, params) }),
    write: async ({ actor, params, body }) => ({
      ticket: await writeInTicket(deps, actor, { ...params, ...body }),
    }),
    attach: async ({ actor, body, file }) => ({
      photoId: await addTicketPhoto(deps, actor, { ...body, ...file }),
    }),
    photo: async ({ actor, params, reply }) => {
      return sendPhoto(reply, await viewOwnPhoto(deps, actor, params))
    },
    rate: async ({ actor, params, body }) => ({
      ticket: await rateTicket(deps, actor, { ...params, ...body }),
    }),
    async ask({ body }) {
      await askWithoutSession(deps, body)
      return {}
    },
    read: async ({ body }) => ({ ticket: await readByLink(deps, body) }),
    confirm: async ({ body }) => ({ ticket: await confirmByLink(deps, body) }),
    answerByLink: async ({ body }) => ({ ticket: await writeByLink(deps, body) }),
    rateByLink: async ({ body }) => ({ ticket: await rateByLink(deps, body) }),
    attachByLink: async ({ body, file }) => ({
      photoId: await addPhotoByLink(deps, { ...body, ...file }),
    }),
    photoByLink: async ({ body, reply }) => sendPhoto(reply, await viewPhotoByLink(deps, body)),
    listQueue: ({ actor, query }) => listQueue(deps, actor, query),
    listMacros: async () => ({ macros: [...macros] }),
    showDeskTicket: async ({ actor, params }) => ({
      ticket: await readTicket(deps, actor, params),
    }),
    showDeskPhoto: async ({ actor, params, reply }) => {
      return sendPhoto(reply, await viewTicketPhoto(deps, actor, params))
    },
    addAnswerPhoto: async ({ actor, body, file }) => ({
      photoId: await addAnswerPhoto(deps, actor, { ...body, ...file }),
    }),
    listColleagues: async ({ actor }) => ({ colleagues: await listColleagues(deps, actor) }),
    handOverTicket: async ({ actor, params, body }) => ({
      ticket: await handOverTicket(deps, actor, { ...params, ...body }),
    }),
    takeTicket: async ({ actor, params, body }) => ({
      ticket: await takeTicket(deps, actor, { ...params, ...body }),
    }),
    releaseTicket: async ({ actor, params }) => ({
      ticket: await releaseTicket(deps, actor, params),
    }),
    answerTicket: async ({ actor, params, body }) => ({
      ticket: await answerTicket(deps, actor, { ...params, ...body }),
    }),
    noteTicket: async ({ actor, params, body }) => ({
      ticket: await noteTicket(deps, actor, { ...params, ...body }),
    }),
  })
}

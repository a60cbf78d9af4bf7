import type { FastifyInstance } from 'fastify'
import { incidents } from '#contract/incidents.ts'
import { tripShares } from '#contract/trip-shares.ts'
import { trustedContacts } from '#contract/trusted-contacts.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { answerInvitation, readInvitation } from './answer-contact.ts'
import { followTrip } from './follow-trip.ts'
import { closeIncident, listIncidents, noteIncident, takeIncident } from './handle-incident.ts'
import { nameContact, removeContact, showContact } from './name-contact.ts'
import { listOwnIncidents, openIncident } from './open-incident.ts'
import { sendPosition } from './share-position.ts'
import { listShares, revokeShare, shareTrip } from './share-trip.ts'

export function tripSharesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, tripShares, {
    shareBooking: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
    ofBooking: ({ actor, params }) => listShares(deps, actor, { of: params }),
    shareTrip: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
    ofTrip: ({ actor, params }) => listShares(deps, actor, { of: params }),
    async revoke({ actor, params }) {
      await revokeShare(deps, actor, params)
      return {}
    },
    sendPosition: ({ actor, params, body }) => {
      return sendPosition(deps, actor, { ...params, ...body })
    },
    follow: async ({ body }) => ({ trip: await followTrip(deps, body) }),
  })
}

export function trustedContactsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, trustedContacts, {
    show: async ({ actor }) => ({ contact: await showContact(deps, actor) }),
    async save({ actor, body }) {
      await nameContact(deps, actor, body)
      return { contact: await showContact(deps, actor) }
    },
    async remove({ actor }) {
      await removeContact(deps, actor)
      return { contact: null }
    },
    read: ({ body }) => readInvitation(deps, body),
    answer: async ({ body }) => ({ status: await answerInvitation(deps, body) }),
  })
}

export function incidentsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, incidents, {
    open: ({ actor, body }) => openIncident(deps, actor, body),
    mine: async ({ actor }) => ({ incidents: await listOwnIncidents(deps, actor) }),
    queue: ({ actor, query }) => listIncidents(deps, actor, query),
    take: async ({ actor, params }) => ({ incident: await takeIncident(deps, actor, params) }),
    note: async ({ actor, params, body }) => ({
      incident: await noteIncident(deps, actor, { ...params, ...body }),
    }),
    close: async ({ actor, params, body }) => ({
      incident: await closeIncident(deps, actor, { ...params, ...body }),
    }),
  })
}

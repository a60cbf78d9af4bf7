import { safety } from '#contract/safety.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { answerInvitation, readInvitation } from './answer-contact.ts'
import { followTrip } from './follow-trip.ts'
import { listIncidents, noteIncident, showIncident, takeIncident } from './handle-incident.ts'
import { nameContact, removeContact, showContact } from './name-contact.ts'
import { listOwnIncidents, openIncident } from './open-incident.ts'
import { sendPosition } from './share-position.ts'
import { listShares, revokeShare, shareTrip } from './share-trip.ts'

const incidentOf = async <T>(incident: Promise<T>) => ({ incident: await incident })

export const safetyRoutes = routesOf(safety, (deps) => ({
  shareBooking: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
  listBookingShares: ({ actor, params }) => listShares(deps, actor, params),
  shareTrip: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
  listTripShares: ({ actor, params }) => listShares(deps, actor, params),
  revokeShare: ({ actor, params }) => revokeShare(deps, actor, params),
  sendPosition: ({ actor, params, body }) => sendPosition(deps, actor, { ...params, ...body }),
  followTrip: async ({ body }) => ({ trip: await followTrip(deps, body) }),
  showContact: async ({ actor }) => ({ contact: await showContact(deps, actor) }),
  async saveContact({ actor, body }) {
    await nameContact(deps, actor, body)
    return { contact: await showContact(deps, actor) }
  },
  async removeContact({ actor }) {
    await removeContact(deps, actor)
    return { contact: null }
  },
  readInvitation: ({ body }) => readInvitation(deps, body),
  answerInvitation: async ({ body }) => ({ status: await answerInvitation(deps, body) }),
  openIncident: ({ actor, body }) => openIncident(deps, actor, body),
  listOwnIncidents: async ({ actor }) => ({ incidents: await listOwnIncidents(deps, actor) }),
  listIncidents: ({ actor, query }) => listIncidents(deps, actor, query),
  showIncident: ({ actor, params }) => incidentOf(showIncident(deps, actor, params)),
  takeIncident: ({ actor, params, body }) =>
    incidentOf(takeIncident(deps, actor, { ...params, ...body })),
  noteIncident: ({ actor, params, body }) =>
    incidentOf(noteIncident(deps, actor, { ...params, ...body })),
}))

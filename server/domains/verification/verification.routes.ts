import type { FastifyInstance } from 'fastify'
import { verification } from '#contract/verification.ts'
import { findContestedNumbers } from '#server/domains/users/users.public.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { addVehicle } from './add-vehicle.ts'
import { listVehicles, readDossier, readQueue } from './list-documents.ts'
import { approveDocument, rejectDocument } from './review-document.ts'
import { readReviewTime } from './review-time.ts'
import { uploadDocument } from './upload-document.ts'
import {
  presentDocument,
  presentDossier,
  presentQueue,
  presentSameNumber,
  presentVehicle,
  sendImage,
} from './verification.present.ts'
import { viewForReview, viewOwnDocument } from './view-document.ts'

export function verificationRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, verification, {
    addVehicle: async ({ actor, body, idempotencyKey }) => {
      const { userId } = actor
      const { id } = await addVehicle(deps, { userId, idempotencyKey, vehicle: body })
      const own = await listVehicles(deps.db, { userId, now: deps.clock.now() })
      const [vehicle] = own.filter((each) => each.id === id).map(presentVehicle)
      return { vehicle: vehicle as NonNullable<typeof vehicle> }
    },
    listVehicles: async ({ actor }) => {
      const own = await listVehicles(deps.db, { userId: actor.userId, now: deps.clock.now() })
      return { vehicles: own.map(presentVehicle) }
    },
    uploadDocument: async ({ actor, body, file }) => {
      const { kind, vehicleId, expiresOn, birthDate } = body
      const fields = { kind, vehicleId, expiresOn, birthDate }
      const upload = { userId: actor.userId, bytes: file.bytes, ...fields }
      return { document: presentDocument(await uploadDocument(deps, upload)) }
    },
    listDocuments: async ({ actor }) => {
      const asked = { userId: actor.userId, now: deps.clock.now() }
      return presentDossier(await readDossier(deps.db, asked), deps.config.publishMinBalance)
    },
    reviewTime: () => readReviewTime(deps),
    documentFile: async ({ actor, params, reply }) =>
      sendImage(reply, await viewOwnDocument(deps, { userId: actor.userId, ...params })),
    queue: async ({ actor, query }) => {
      const { status, page = 1 } = query
      return presentQueue(await readQueue(deps, { reviewerId: actor.userId, status, page }))
    },
    sameNumbers: async () => ({
      cases: (await findContestedNumbers(deps.db)).map((people) => ({
        people: people.map(presentSameNumber),
      })),
    }),
    reviewFile: async ({ actor, params, reply }) =>
      sendImage(reply, await viewForReview(deps, { reviewerId: actor.userId, ...params })),
    approve: async ({ actor, params }) => {
      const document = await approveDocument(deps, { reviewerId: actor.userId, ...params })
      return { document: presentDocument(document) }
    },
    reject: async ({ actor, params, body }) => {
      const review = { reviewerId: actor.userId, ...params, reason: body.reason }
      return { document: presentDocument(await rejectDocument(deps, review)) }
    },
  })
}

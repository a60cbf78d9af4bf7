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
      const { id } = await addVehicle(deps, actor, { ...body, idempotencyKey })
      const own = await listVehicles(deps, actor)
      const [vehicle] = own.filter((each) => each.id === id).map(presentVehicle)
      return { vehicle: vehicle as NonNullable<typeof vehicle> }
    },
    listVehicles: async ({ actor }) => {
      return { vehicles: (await listVehicles(deps, actor)).map(presentVehicle) }
    },
    uploadDocument: async ({ actor, body, file }) => {
      const { kind, vehicleId, expiresOn, birthDate } = body
      const fields = { kind, vehicleId, expiresOn, birthDate }
      const document = await uploadDocument(deps, actor, { bytes: file.bytes, ...fields })
      return { document: presentDocument(document) }
    },
    listDocuments: async ({ actor }) => {
      return presentDossier(await readDossier(deps, actor), deps.config.publishMinBalance)
    },
    reviewTime: () => readReviewTime(deps),
    documentFile: async ({ actor, params, reply }) =>
      sendImage(reply, await viewOwnDocument(deps, actor, params)),
    queue: async ({ actor, query }) => {
      const { status, page = 1 } = query
      return presentQueue(await readQueue(deps, actor, { status, page }))
    },
    sameNumbers: async () => ({
      cases: (await findContestedNumbers(deps.db)).map((people) => ({
        people: people.map(presentSameNumber),
      })),
    }),
    reviewFile: async ({ actor, params, reply }) =>
      sendImage(reply, await viewForReview(deps, actor, params)),
    approve: async ({ actor, params }) => {
      const document = await approveDocument(deps, actor, params)
      return { document: presentDocument(document) }
    },
    reject: async ({ actor, params, body }) => {
      const document = await rejectDocument(deps, actor, { ...params, ...body })
      return { document: presentDocument(document) }
    },
  })
}

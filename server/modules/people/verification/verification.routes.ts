import type { FastifyInstance } from 'fastify'
import { verification } from '#contract/verification.ts'
import { findContestedNumbers } from '#server/modules/people/users/index.ts'
import { sendImage } from '#server/platform/http/send-file.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { addVehicle } from './add-vehicle.ts'
import { decideDocuments, undoDecision } from './decide-documents.ts'
import type { Document } from './document.ts'
import {
  type HintedDocument,
  hintedForOwner,
  listVehicles,
  readCase,
  readCasePhoto,
  readDossier,
  readQueue,
} from './list-documents.ts'
import { listPeople, nameDecision } from './list-people.ts'
import { listViews } from './list-views.ts'
import { readPaper } from './read-paper.ts'
import { readReviewTime } from './review-time.ts'
import { setSelfieConsent } from './selfie-consent.ts'
import { uploadDocument } from './upload-document.ts'
import {
  presentCasePhoto,
  presentDecision,
  presentDocument,
  presentDossier,
  presentItems,
  presentPeople,
  presentQueue,
  presentSameNumber,
  presentVehicle,
  presentViews,
} from './verification.present.ts'
import { viewForReview, viewOwnDocument } from './view-document.ts'

export function verificationRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const presented = async (document: Document) => {
    const [hinted] = await hintedForOwner(deps.db, [document])
    return { document: presentDocument(hinted as HintedDocument) }
  }
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
      const { kind, vehicleId, expiresOn, birthDate, insurer, policyNumber } = body
      const fields = { kind, vehicleId, expiresOn, birthDate, insurer, policyNumber }
      const document = await uploadDocument(deps, actor, { bytes: file.bytes, ...fields })
      return await presented(document)
    },
    readDocument: ({ file, actor }) => readPaper(deps, actor, file.bytes),
    selfieConsent: async ({ actor, body }) => {
      await setSelfieConsent(deps, actor, body)
      return body
    },
    listDocuments: async ({ actor }) => presentDossier(await readDossier(deps, actor)),
    reviewTime: () => readReviewTime(deps),
    documentFile: async ({ actor, params, reply }) =>
      sendImage(reply, await viewOwnDocument(deps, actor, params), 'documento.webp'),
    queue: async ({ actor, query }) => {
      const { status, page = 1 } = query
      return presentQueue(await readQueue(deps, actor, { status, page }))
    },
    sameNumbers: async () => ({
      cases: (await findContestedNumbers(deps.db)).map((people) => ({
        people: people.map(presentSameNumber),
      })),
    }),
    reviewFile: async ({ actor, params, query, reply }) =>
      sendImage(reply, await viewForReview(deps, actor, { ...params, ...query }), 'documento.webp'),
    views: async ({ query: { page = 1 } }) => presentViews(await listViews(deps, { page })),
    people: async ({ actor, query: { page = 1 } }) => {
      return presentPeople(await listPeople(deps, actor, { page }), deps.clock.now())
    },
    personCase: async ({ actor, params }) => {
      const items = presentItems(await readCase(deps, actor, params))
      return { items, photo: presentCasePhoto(await readCasePhoto(deps, params)) }
    },
    decide: async ({ actor, params, body }) => {
      const verdicts = body.verdicts.map((each) =>
        each.verdict === 'approved' ? { despiteSignals: [], ...each } : each,
      )
      const decision = await decideDocuments(deps, actor, {
        ...params,
        verdicts,
        photo: body.photo ?? null,
      })
      return { decision: presentDecision(await nameDecision(deps, decision), deps.clock.now()) }
    },
    undo: async ({ actor, params, body }) => {
      await undoDecision(deps, actor, { ...params, ...body })
      return { undone: true as const }
    },
  })
}

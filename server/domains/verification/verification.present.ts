import type { FastifyReply } from 'fastify'
import type { DocumentView, QueueItem, VehicleView } from '#contract/verification.ts'
import type { SameNumber } from '#server/domains/users/users.public.ts'
import type { Document } from './document.ts'
import type { CheckedVehicle, Dossier, QueuePage } from './list-documents.ts'
import type { Image } from './view-document.ts'

export function presentVehicle(vehicle: CheckedVehicle): VehicleView {
  const { ownerId: _, ...shown } = vehicle
  return shown
}

export function presentDocument(document: Document): DocumentView {
  return {
    id: document.id,
    kind: document.kind,
    status: document.status,
    vehicleId: document.vehicleId,
    expiresOn: document.expiresOn,
    reason: document.reason,
    createdAt: document.createdAt.toISOString(),
  }
}

export function presentDossier(dossier: Dossier, directMinBalance: number) {
  return { ...dossier, directMinBalance, documents: dossier.documents.map(presentDocument) }
}

export function presentQueue(queue: QueuePage) {
  return { ...queue, items: queue.items.flatMap((item) => presentQueueItem(item) ?? []) }
}

function presentQueueItem(item: QueuePage['items'][number]): QueueItem | null {
  if (!item.owner) return null
  return {
    document: presentDocument(item.document),
    owner: { ...item.owner, sameNumber: item.owner.sameNumber.map(presentSameNumber) },
    vehicle: item.vehicle && presentVehicle(item.vehicle),
  }
}

export function presentSameNumber({ since, ...person }: SameNumber) {
  return { ...person, since: since.toISOString() }
}

/** Sends an image: no content sniffing, no cache, and an empty content policy if opened alone. */
export function sendImage(reply: FastifyReply, image: Image): Buffer {
  reply.headers({
    'content-type': image.contentType,
    'content-disposition': 'inline; filename="documento.webp"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  return image.bytes
}

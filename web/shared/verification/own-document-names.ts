import type { DocumentKind } from '#contract/verification.ts'

/** Names of documents as their owner calls them, with the article, for the begin of a sentence. */
export const ownDocumentNames: Record<DocumentKind, string> = {
  identity_front: 'Tu documento (frente)',
  identity_back: 'Tu documento (respaldo)',
  selfie: 'Tu selfie',
  licence: 'Tu licencia de conducción',
  property_card: 'La tarjeta de propiedad',
  soat: 'El SOAT',
  insurance: 'El seguro de tu carro',
  rtm: 'La revisión técnico-mecánica',
  vehicle_photo: 'La foto del frente de tu carro',
  vehicle_back: 'La foto de atrás de tu carro',
  vehicle_side: 'La foto de lado de tu carro',
  vehicle_inside: 'La foto del interior de tu carro',
}

import type { DocumentKind } from '#contract/verification.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

type Words = { name: string; hint: string }

/** How each document is called, and what its photo must show. */
export const documentWords: Record<DocumentKind, Words> = {
  identity_front: {
    name: 'Cédula por el frente',
    hint: 'Que se lean tu nombre y tu número. También sirve la cédula de extranjería.',
  },
  identity_back: {
    name: 'Cédula por el respaldo',
    hint: 'El otro lado del mismo documento, completo y sin reflejos.',
  },
  selfie: { name: 'Selfie', hint: 'Tu cara de frente, con buena luz. Ayuda a revisar más rápido.' },
  licence: {
    name: 'Licencia de conducción',
    hint: 'El lado donde aparecen la categoría y la fecha de vencimiento.',
  },
  property_card: {
    name: 'Tarjeta de propiedad',
    hint: 'La licencia de tránsito del carro, con la placa legible.',
  },
  soat: { name: 'SOAT', hint: 'El seguro obligatorio vigente; sirve una captura del digital.' },
  rtm: {
    name: 'Revisión técnico-mecánica',
    hint: 'Tu carro ya tiene cinco años o más: el certificado vigente.',
  },
  vehicle_photo: {
    name: 'Foto del vehículo',
    hint: 'El carro completo de frente, con la placa visible.',
  },
}

export type RequirementState = 'missing' | 'pending' | 'approved' | 'rejected' | 'expired'

export const stateWords: Record<RequirementState, { word: string; tone: PillTone }> = {
  missing: { word: 'Falta', tone: 'neutral' },
  pending: { word: 'En revisión', tone: 'warn' },
  approved: { word: 'Aprobado', tone: 'ok' },
  rejected: { word: 'Rechazado', tone: 'err' },
  expired: { word: 'Vencido', tone: 'urgent' },
}

/** Upload state in words; none for a photo that is only chosen. */
export const uploadWords: Record<
  'chosen' | 'queued' | 'offline' | 'sending' | 'sent' | 'failed',
  { word: string; tone: PillTone } | null
> = {
  chosen: null,
  queued: { word: 'En espera', tone: 'info' },
  offline: { word: 'Sale cuando vuelva la red', tone: 'warn' },
  sending: { word: 'Enviando…', tone: 'info' },
  sent: { word: 'Recibida', tone: 'ok' },
  failed: { word: 'No se envió', tone: 'err' },
}

/** Common reasons for a rejection; pressing one fills in the text, which can be edited. */
export const commonReasons = [
  {
    word: 'No se lee',
    sentence: 'La foto está borrosa o con reflejos y no se puede leer. Toma otra con buena luz.',
  },
  { word: 'Incompleto', sentence: 'El documento no se ve completo. Toma la foto con los bordes.' },
  { word: 'Vencido', sentence: 'El documento está vencido. Sube el vigente.' },
  { word: 'Otros datos', sentence: 'Los datos no coinciden con los de tu cuenta.' },
  { word: 'Otra placa', sentence: 'La placa no coincide con la del vehículo registrado.' },
  { word: 'Otro documento', sentence: 'La foto es de otro documento, no del que pedimos.' },
] as const

import type { DocumentHint, PaperHint } from '#contract/document-hints.ts'
import type { DocumentKind, OwnPhoto, ViewReason } from '#contract/verification.ts'
import type { FraudSignal } from '#contract/verification-decisions.ts'
import { plural } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'
import type { CaseKind } from './case-state.ts'

type Words = { name: string; hint: string; mustShow: readonly string[] }

/** Name of each kind of document, and what its photo must show. */
export const documentWords: Record<DocumentKind, Words> = {
  identity_front: {
    name: 'Documento por el frente',
    hint: 'Que se lean tu nombre y tu número. Sirven la cédula, la de extranjería y el PPT.',
    mustShow: ['Las cuatro esquinas', 'Tu foto, tu nombre y tu número', 'Sin reflejos'],
  },
  identity_back: {
    name: 'Documento por el respaldo',
    hint: 'El otro lado del mismo documento, completo y sin reflejos.',
    mustShow: ['Las cuatro esquinas', 'La fecha de nacimiento', 'Sin reflejos'],
  },
  selfie: {
    name: 'Selfie',
    hint: 'Tu cara de frente, con buena luz. Ayuda a revisar más rápido.',
    mustShow: ['Tu cara completa', 'Sin gafas oscuras ni gorra', 'Luz de frente'],
  },
  licence: {
    name: 'Licencia de conducción',
    hint: 'El lado donde aparecen la categoría y la fecha de vencimiento.',
    mustShow: ['Las cuatro esquinas', 'La categoría y el vencimiento', 'Sin reflejos'],
  },
  property_card: {
    name: 'Tarjeta de propiedad',
    hint: 'La licencia de tránsito del carro, con la placa legible.',
    mustShow: ['Las cuatro esquinas', 'La placa', 'Sin reflejos'],
  },
  soat: {
    name: 'SOAT',
    hint: 'El seguro obligatorio vigente; sirve el PDF que te llegó al comprarlo.',
    mustShow: ['La página completa', 'La placa', 'Hasta qué día está vigente'],
  },
  insurance: {
    name: 'Seguro del carro',
    hint: 'La póliza propia del carro, de responsabilidad civil o todo riesgo; aparte del SOAT.',
    mustShow: ['La página completa', 'La placa y la póliza', 'Hasta qué día está vigente'],
  },
  rtm: {
    name: 'Revisión técnico-mecánica',
    hint: 'Tu carro ya tiene cinco años o más: el certificado vigente.',
    mustShow: ['La página completa', 'La placa', 'Hasta qué día está vigente'],
  },
  vehicle_photo: {
    name: 'Carro de frente',
    hint: 'El carro completo de frente, con la placa visible.',
    mustShow: ['El carro completo', 'La placa', 'Luz de día'],
  },
  vehicle_back: {
    name: 'Carro por atrás',
    hint: 'El carro completo por atrás, con la placa visible.',
    mustShow: ['El carro completo', 'La placa', 'Luz de día'],
  },
  vehicle_side: {
    name: 'Carro de lado',
    hint: 'El carro completo de lado, con las puertas cerradas.',
    mustShow: ['De la defensa delantera a la trasera', 'El color', 'Luz de día'],
  },
  vehicle_inside: {
    name: 'Interior del carro',
    hint: 'Los puestos que ofreces, con sus cinturones.',
    mustShow: ['Los puestos de atrás', 'Los cinturones'],
  },
}

/** Name of a photo in a case. */
export function caseName(kind: CaseKind): string {
  return kind === 'profile_photo' ? 'Foto de perfil' : documentWords[kind].name
}

/** Automatic findings about a photo in words for its owner; null: only the team sees them. */
/** What a PDF does not say as the person typed it, for the person and the team. */
export const paperHints: Record<PaperHint, string> = {
  other_paper: 'El PDF parece ser de otro documento.',
  date_absent: 'El PDF no contiene esa fecha de vencimiento.',
  birth_absent: 'El PDF no contiene esa fecha de nacimiento.',
  plate_absent: 'El PDF no contiene esa placa.',
  number_absent: 'El PDF no contiene ese número de documento.',
  name_absent: 'El PDF no contiene ese nombre.',
  insurer_absent: 'El PDF no contiene esa aseguradora.',
  policy_absent: 'El PDF no contiene ese número de póliza.',
}

export const ownerHints: Record<DocumentHint, string | null> = {
  ...paperHints,
  blurred: 'La foto se ve borrosa.',
  dark: 'La foto está muy oscura.',
  expiry_far: 'La fecha de vencimiento es más lejana de lo que dura este documento.',
  photo_repeated: 'Es la misma foto que enviaste para otro documento.',
  photo_refused: null,
  photo_of_another: null,
  birth_unlikely: null,
  plate_shared: null,
}

/** Words for automatic findings about a photo, for the team. */
export const reviewHints: Record<DocumentHint, string> = {
  ...paperHints,
  blurred: 'Foto borrosa',
  dark: 'Foto oscura',
  expiry_far: 'Vence más tarde de lo que dura este documento',
  photo_repeated: 'La misma foto, para otro documento de la persona',
  photo_refused: 'La misma foto ya fue rechazada',
  photo_of_another: 'Otra persona envió esta misma foto',
  birth_unlikely: 'La fecha de nacimiento da más de 90 años',
  plate_shared: 'Otras personas registraron esta placa',
}

/** Words for signals of fraud; an approval lists the signals that it disregards. */
export const signalWords: Record<FraudSignal, string> = {
  photo_refused: reviewHints.photo_refused,
  photo_of_another: reviewHints.photo_of_another,
  birth_unlikely: reviewHints.birth_unlikely,
  plate_shared: reviewHints.plate_shared,
  number_shared: 'Otras personas dieron este mismo número',
}

export const viewReasons: Record<ViewReason, string> = {
  review: 'Revisar el documento',
  second_look: 'Segunda revisión',
  complaint: 'Reclamo de la persona',
  fraud: 'Posible suplantación',
  authority: 'Solicitud de una autoridad',
}

export type RequirementState = 'missing' | 'pending' | 'approved' | 'rejected' | 'expired'

export const stateWords: Record<RequirementState, { word: string; tone: PillTone }> = {
  missing: { word: 'Falta', tone: 'neutral' },
  pending: { word: 'En revisión', tone: 'warn' },
  approved: { word: 'Aprobado', tone: 'ok' },
  rejected: { word: 'Rechazado', tone: 'err' },
  expired: { word: 'Vencido', tone: 'urgent' },
}

/** State of the profile photo that publishing requires. */
export const photoWords: Record<OwnPhoto['state'], { word: string; tone: PillTone }> = {
  missing: { word: 'Falta', tone: 'neutral' },
  set: { word: 'Lista', tone: 'ok' },
  accepted: { word: 'Aprobada', tone: 'ok' },
  refused: { word: 'Pon otra', tone: 'err' },
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

/** Common reasons for refusing a profile photo. */
export const photoReasons = [
  { word: 'Otra persona', sentence: 'La cara no parece la de tu documento. Pon una foto tuya.' },
  {
    word: 'No se ve la cara',
    sentence: 'No se ve tu cara. Pon una foto de frente, con buena luz.',
  },
  {
    word: 'Varias personas',
    sentence: 'Se ven varias personas. Pon una foto donde estés solo tú.',
  },
  { word: 'No es una foto', sentence: 'La imagen no es una foto tuya. Pon una foto de tu cara.' },
] as const

type Asked = { kind: DocumentKind; required: boolean; state: RequirementState }

/** Names of the required documents that nobody sent. */
export function missingNames(rows: readonly Asked[]): string {
  const lacking = rows.filter(({ required, state }) => required && state === 'missing')
  return [...new Set(lacking.map(({ kind }) => documentWords[kind].name))].join(', ')
}

/** What waits, such as "3 documentos y foto de perfil". */
export function waitingWords(documents: number, photo: boolean): string {
  if (documents === 0) return 'Foto de perfil'
  const words = plural(documents, 'documento', 'documentos')
  return photo ? `${words} y foto de perfil` : words
}

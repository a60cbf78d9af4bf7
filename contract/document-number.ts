import { bareText, typedText } from './typed-text.ts'

/** Types of identification and their names; the first is the default. Each list comes from it. */
export const documentNames = {
  CC: 'Cédula de Ciudadanía',
  CE: 'Cédula de Extranjería',
  PAS: 'Pasaporte',
  PPT: 'Permiso por Protección Temporal (PPT)',
} as const
export type DocumentType = keyof typeof documentNames
export const DOCUMENT_TYPES = Object.keys(documentNames) as DocumentType[]

/** What happens to the trips of a verified person who gives another document number. */
export const RESTARTS =
  'Con otro documento empieza de nuevo tu verificación. Hasta aprobarla no puedes publicar y tus ' +
  'viajes publicados no se venden; los que sigan así 12 horas antes de salir se cancelan.'

const MARK = String.raw`(?:(?:n[.º°]+|no\.|nro\.?|n[uú]m(?:ero)?\.?|#) *)?[:.]? *`
/** Prefixes that people type: the name of the document, and "No." */
const BEFORE: Record<DocumentType, RegExp> = {
  CC: new RegExp(`^(?:c\\.? ?c\\.?|(?:c[eé]dula|ced\\.?)(?: de ciudadan[ií]a)?)? *${MARK}`, 'i'),
  CE: new RegExp(`^(?:c\\.? ?e\\.?(?=[^a-z]+$)|c[eé]dula de extranjer[ií]a)?[ -]*${MARK}`, 'i'),
  PAS: new RegExp(`^(?:pasaporte|passport)? *${MARK}`, 'i'),
  PPT: new RegExp(
    `^(?:permiso por protecci[oó]n temporal)? *\\(?(?:p\\.? ?p\\.? ?t\\.?)?\\)? *${MARK}`,
    'i',
  ),
}
/** The types with digits only, and their form. */
const DIGITS: Partial<Record<DocumentType, RegExp>> = { CC: /^\d{4,20}$/, PPT: /^\d{6,8}$/ }
/** Suffix that people type after a cédula: the place of issue. */
const ISSUED = /[ ,]+(?:expedida en|de) \p{L}[\p{L} .,]*$/iu

/**
 * Reads the number of a document from how a person typed it; null if it cannot be one of that type.
 * A cédula and a PPT have digits only, without zeros in front or the `.0` of a spreadsheet; the
 * card of a foreigner and a passport keep their letters.
 */
export function documentNumber(type: DocumentType, typed: string): string | null {
  const text = typedText(typed).replace(BEFORE[type], '')
  const form = DIGITS[type]
  if (!form) {
    const number = bareText(text).toUpperCase()
    return /^[A-Z0-9]{4,20}$/.test(number) ? number : null
  }
  const digits = bareText(text.replace(ISSUED, '').replace(/[.,]0{1,2}$/, '')).replace(/^0+/, '')
  return form.test(digits) ? digits : null
}

/** Sentence for a text that is no number of a document of this type. */
export function documentProblem(type: DocumentType, typed: string): string | null {
  if (documentNumber(type, typed) !== null) return null
  if (type === 'CC') return 'Escribe solo los números de la cédula.'
  if (type === 'PPT') return 'Escribe los números del PPT: son de 6 a 8.'
  return 'Escribe entre 4 y 20 letras o números.'
}

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

/** "No.", "N.º" and their like before a number; `no`: how "No" must end to be one. */
const mark = (no: string) =>
  String.raw`(?:(?:n[.º°]+|${no}|nro\.?|n[uú]m(?:ero|ber)?\.?|#) *)?[:.]? *`
/** Behind the name of a document, "No" needs no dot: alone it can be the series of a passport. */
const NAMED = `[ .:-]*${mark('no[. ]')}`
/** Prefixes that people type: the name of the document, and "No." */
const before = (name: string) => new RegExp(`^(?:${name}${NAMED}|${mark('no[.]')})`, 'i')
const BEFORE: Record<DocumentType, RegExp> = {
  CC: before('(?:c\\.? ?c\\.?|(?:c[eé]dula|ced\\.?)(?: (?:de )?ciudadan[ií]a)?)'),
  CE: before(`(?:c\\.? ?e\\.?(?=${NAMED}[^a-z]+$)|c[eé]dula (?:de )?extranjer[ií]a)`),
  PAS: before('(?:pasaporte|passport)'),
  PPT: before('(?:permiso por protecci[oó]n temporal)? *\\(?(?:p\\.? ?p\\.? ?t\\.?)?\\)?'),
}
/** The types with digits only, and their form; the others have letters, too. */
const DIGITS: Partial<Record<DocumentType, RegExp>> = { CC: /^\d{4,20}$/, PPT: /^\d{6,8}$/ }
/** Suffix that people type after a number: the place of issue. */
const ISSUED = /[ ,]+(?:expedid[ao] en|de) \p{L}[\p{L} .,()-]*$/iu

/**
 * Reads the number of a document from how a person typed it; null if it cannot be one of that type.
 * A place of issue and the `.0` of a spreadsheet go. A cédula and a PPT have digits only, without
 * zeros in front; the card of a foreigner and a passport keep their letters.
 */
export function documentNumber(type: DocumentType, typed: string): string | null {
  const text = typedText(typed).replace(BEFORE[type], '').replace(ISSUED, '')
  const bare = bareText(text.replace(/[.,]0{1,2}$/, '')).toUpperCase()
  const number = DIGITS[type] ? bare.replace(/^0+/, '') : bare
  return (DIGITS[type] ?? /^[A-Z0-9]{4,20}$/).test(number) ? number : null
}

/** Sentence for a text that is no number of a document of this type. */
export function documentProblem(type: DocumentType, typed: string): string | null {
  if (documentNumber(type, typed) !== null) return null
  if (type === 'CC') return 'Escribe solo los números de la cédula.'
  if (type === 'PPT') return 'Escribe los números del PPT: son de 6 a 8.'
  return 'Escribe entre 4 y 20 letras o números.'
}

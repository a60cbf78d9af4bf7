/** Purposes that each need a separate consent (Ley 1581 de 2012, art. 9). */
export const CONSENT_PURPOSES = [
  'terms',
  'privacy',
  'selfie',
  'profile_photo',
  'marketing',
  'list_purchase',
] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

export type ConsentText = {
  purpose: ConsentPurpose
  /** First day in force, YYYY-MM-DD in Bogotá. */
  version: string
  /** Date of the announcement, at least 30 days before the terms are in force. */
  announcedOn: string
  title: string
  /** Consent sentence that the screen shows. */
  text: string
  /** Summary of the changes since the version before, for the announcement. */
  changes?: string
}

/** Days between the announcement of new terms and their first day (terms, "Modificaciones"). */
export const TERMS_NOTICE_DAYS = 30

/** Every version ever published: each answer of a person names one of them. */
export const consentTexts: readonly ConsentText[] = [
  {
    purpose: 'terms',
    version: '2025-07-03',
    announcedOn: '2025-07-03',
    title: 'Términos y condiciones',
    text: 'Acepto los términos y condiciones y soy mayor de 18 años.',
  },
  {
    purpose: 'privacy',
    version: '2025-07-03',
    announcedOn: '2025-07-03',
    title: 'Tratamiento de datos personales',
    text: 'Autorizo el tratamiento de mis datos como dicen los términos sobre privacidad.',
  },
  {
    purpose: 'privacy',
    version: '2026-11-22',
    announcedOn: '2026-11-22',
    title: 'Tratamiento de datos personales',
    text: 'Autorizo el tratamiento de mis datos como dice la política de privacidad.',
    changes: 'La política tiene su propia página, con los plazos de cada dato.',
  },
  {
    purpose: 'privacy',
    version: '2026-12-20',
    announcedOn: '2026-11-20',
    title: 'Tratamiento de datos personales',
    text: 'Autorizo el tratamiento de mis datos como dice la política de privacidad.',
    changes:
      'Dice quién ve la foto de perfil, y que una persona la compara a ojo con el documento.',
  },
  {
    purpose: 'privacy',
    version: '2026-12-30',
    announcedOn: '2026-11-30',
    title: 'Tratamiento de datos personales',
    text: 'Autorizo el tratamiento de mis datos como dice la política de privacidad.',
    changes:
      'Dice qué guarda tu navegador para abrir sin internet, y por cuánto tiempo. Corrige cuánto ' +
      'guardamos mensajes, alertas y fotos de documentos.',
  },
  {
    purpose: 'selfie',
    version: '2026-11-22',
    announcedOn: '2026-11-22',
    title: 'Selfie para verificar tu identidad',
    text:
      'Autorizo que una persona del equipo compare mi selfie con mi documento. Es un dato ' +
      'sensible: no es obligatorio darlo y puedo retirar este permiso cuando quiera.',
  },
  {
    purpose: 'profile_photo',
    version: '2026-12-20',
    announcedOn: '2026-11-20',
    title: 'Foto de perfil',
    text:
      'Autorizo que Cupo muestre mi foto a quien mire mis viajes o mi perfil, para que me ' +
      'reconozcan. Si publico viajes, una persona del equipo la compara a ojo con la foto de mi ' +
      'documento; ningún programa compara caras. Puedo quitarla cuando quiera: sin ella viajo, ' +
      'pero no publico.',
    changes: 'Para publicar viajes se necesita una foto de perfil.',
  },
  {
    purpose: 'marketing',
    version: '2025-07-03',
    announcedOn: '2025-07-03',
    title: 'Novedades por correo',
    text: 'Quiero recibir novedades y promociones por correo.',
  },
  {
    purpose: 'list_purchase',
    version: '2026-11-29',
    announcedOn: '2026-11-29',
    title: 'Compra por lista',
    text:
      'Autorizo que Cupo compre por mí, desde mi billetera, el primer cupo que cumpla lo que ' +
      'pedí. Puedo apagar la lista cuando quiera, y cancelar gratis 30 minutos después de que me ' +
      'avisen.',
  },
]

/**
 * Returns the version in force on a date in Bogotá (YYYY-MM-DD); before the first version, the
 * first. `texts` must be in the order of versions.
 */
export function textInForce(
  purpose: ConsentPurpose,
  date: string,
  texts: readonly ConsentText[] = consentTexts,
): ConsentText {
  const versions = texts.filter((text) => text.purpose === purpose)
  const current = versions.findLast(({ version }) => version <= date) ?? versions[0]
  if (!current) throw new Error(`${purpose} has no text`)
  return current
}

/** Whether a version is announced on a date in Bogotá (YYYY-MM-DD) and not in force yet. */
export function isAnnounced({ announcedOn, version }: ConsentText, date: string): boolean {
  return announcedOn <= date && date < version
}

/** Returns the first version that is announced on a date and not in force yet. */
export function announcedText(
  purpose: ConsentPurpose,
  date: string,
  texts: readonly ConsentText[] = consentTexts,
): ConsentText | undefined {
  return texts.find((text) => text.purpose === purpose && isAnnounced(text, date))
}

/**
 * Returns the days of the rule that publishing requires a profile photo: `from` holds for people
 * who are not approved by then, `until` is the last day without a photo for those who are.
 */
export function photoRule(texts: readonly ConsentText[] = consentTexts) {
  const first = texts.find(({ purpose }) => purpose === 'profile_photo')
  if (!first) throw new Error('profile_photo has no text')
  return { from: first.announcedOn, until: first.version }
}

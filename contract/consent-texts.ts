/** What a person agrees to, each with its own answer (Ley 1581 de 2012, art. 9). */
export const CONSENT_PURPOSES = ['terms', 'privacy', 'selfie', 'marketing'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

export type ConsentText = {
  purpose: ConsentPurpose
  /** The date from which it is in force, YYYY-MM-DD in Bogotá. */
  version: string
  /** Since when people are told of it; a new version of the terms, 30 days before at least. */
  announcedOn: string
  title: string
  /** What the person agrees to, as the screen says it. */
  text: string
  /** What is different from the version before, for the announcement. */
  changes?: string
}

/** Days between the announcement of new terms and their first day (terms, "Modificaciones"). */
export const TERMS_NOTICE_DAYS = 30

/** Every version that there ever was: a person's answer names one of them. */
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
    purpose: 'selfie',
    version: '2026-11-22',
    announcedOn: '2026-11-22',
    title: 'Selfie para verificar tu identidad',
    text:
      'Autorizo que una persona del equipo compare mi selfie con mi documento. Es un dato ' +
      'sensible: no es obligatorio darlo y puedo retirar este permiso cuando quiera.',
  },
  {
    purpose: 'marketing',
    version: '2025-07-03',
    announcedOn: '2025-07-03',
    title: 'Novedades por correo',
    text: 'Quiero recibir novedades y promociones por correo.',
  },
]

/**
 * The version in force on a date in Bogotá (YYYY-MM-DD); before the first one, the first.
 * `texts` is in the order of versions.
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

/** The version that people are told of on a date, and that is not in force yet. */
export function announcedText(
  purpose: ConsentPurpose,
  date: string,
  texts: readonly ConsentText[] = consentTexts,
): ConsentText | undefined {
  return texts.find(
    (text) => text.purpose === purpose && text.announcedOn <= date && date < text.version,
  )
}

import { type DocumentType, documentProblem } from '#contract/document-number.ts'
import { nameProblem } from '#contract/person-names.ts'

/** Names of the types of identification. */
export const identificationNames = {
  CC: 'Cédula de Ciudadanía',
  CE: 'Cédula de Extranjería',
  PAS: 'Pasaporte',
} as const

export const identificationTypes = Object.entries(identificationNames).map(([value, label]) => ({
  value,
  label,
}))

const name = {
  maxLength: { value: 60, message: 'Usa máximo 60 letras.' },
  validate: (text: string) => nameProblem(text) ?? true,
}

/** Limits of the contract for what a person says about themselves, checked before sending. */
export const personRules = {
  first_name: name,
  last_name: name,
  username: {
    pattern: {
      value: /^\s*[\p{Script=Latin}\d._-]{3,30}\s*$/u,
      message: 'Usa entre 3 y 30 letras, números, puntos o guiones.',
    },
  },
  identification_number: {
    validate: (
      typed: string | undefined,
      { identification_type: type }: { identification_type: DocumentType },
    ) => (typed?.trim() && documentProblem(type, typed)) || true,
  },
}

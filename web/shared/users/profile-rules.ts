import { type DocumentType, documentNames, documentProblem } from '#contract/document-number.ts'
import { isEmail } from '#contract/email-address.ts'
import { nameProblem } from '#contract/person-names.ts'
import { optionsOf } from '#web/ui/select.tsx'

/** Options of a field for the type of identification. */
export const identificationTypes = optionsOf(documentNames)

const name = {
  maxLength: { value: 60, message: 'Usa máximo 60 letras.' },
  validate: (text: string) => nameProblem(text) ?? true,
}

/** Says what an address lacks; true when it can be sent. */
export const emailForm = (text: string) =>
  isEmail(text) || 'Escribe un correo como nombre@correo.com.'

/** Limits of the contract for what a person says about themselves, checked before sending. */
export const personRules = {
  first_name: name,
  last_name: name,
  username: {
    pattern: {
      value: /^\s*[\p{Script=Latin}\p{M}\d._-]{3,30}\s*$/u,
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

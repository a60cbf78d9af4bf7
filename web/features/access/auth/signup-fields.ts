import type { RegisterOptions } from 'react-hook-form'
import type { DocumentType } from '#contract/document-number.ts'
import { emailForm, personRules } from '#web/shared/users/profile-rules.ts'

/** Values of the sign-up form; an empty text means "not given". */
export type SignupFields = {
  email: string
  username: string
  first_name: string
  last_name: string
  identification_type: DocumentType
  identification_number: string
  password: string
  terms: boolean
}

export const emptySignup: SignupFields = {
  email: '',
  username: '',
  first_name: '',
  last_name: '',
  identification_type: 'CC',
  identification_number: '',
  password: '',
  terms: false,
}

type Rules = { [K in keyof SignupFields]?: RegisterOptions<SignupFields, K> }

/** Limits of the contract, checked before sending the form. */
export const signupRules = {
  email: {
    required: 'Escribe tu correo.',
    validate: emailForm,
  },
  ...personRules,
  password: {
    required: 'Crea una contraseña.',
    minLength: { value: 8, message: 'Usa al menos 8 caracteres.' },
  },
  terms: { required: 'Acepta los términos para crear tu cuenta.' },
} satisfies Rules

/** Request body of sign-up. Empty optional fields are omitted (spec-coverage §3). */
export function signupBody(form: SignupFields) {
  const given = (text: string) => text.trim() || undefined
  const number = given(form.identification_number)
  const optional = {
    username: given(form.username),
    first_name: given(form.first_name),
    last_name: given(form.last_name),
    identification_type: number ? form.identification_type : undefined,
    identification_number: number,
  }
  const present = Object.entries(optional).filter(([, value]) => value !== undefined)
  return {
    email: form.email.trim(),
    password: form.password,
    ...(Object.fromEntries(present) as Partial<typeof optional>),
    verification_terms: 'aceptado' as const,
    suscriptions: 'rechazado' as const,
  }
}

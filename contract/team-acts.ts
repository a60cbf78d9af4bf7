/** Errors of every act of the team on people or their money. */
export const comparedErrors = ['same_human'] as const

/** Errors of every act of the team that takes two people. */
export const signedErrors = [
  ...comparedErrors,
  'signer_unverified',
  'signature_void',
  'second_human_unconfirmed',
] as const

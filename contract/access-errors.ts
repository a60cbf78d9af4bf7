/** Errors about signing in and addresses; part of the table in `errors.ts`. */
export const accessErrors = {
  mail_code_wrong: [
    403,
    'Ese código no es el del último mensaje, o ya no sirve. Abre su enlace o pide otro.',
  ],
} as const

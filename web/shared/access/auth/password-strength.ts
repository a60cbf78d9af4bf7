import { type PasswordOwner, WEAKNESS_TEXT, weaknessOf } from '#contract/password-rules.ts'

/** `level` 0: the password is refused. 1 to 3: accepted, from weak to strong. */
export type Strength = { level: 0 | 1 | 2 | 3; word: string; advice: string }

const LONGER = 'Más larga es mejor: varias palabras que solo tú juntarías.'

/** Strength of a password, estimated without the server's list of common passwords. */
export function strengthOf(password: string, owner: PasswordOwner): Strength {
  const weakness = weaknessOf(password, owner)
  if (weakness) return { level: 0, word: 'Débil', advice: WEAKNESS_TEXT[weakness] }
  const bits = [...password].length * Math.log2(alphabetOf(password))
  if (bits < 60) return { level: 1, word: 'Aceptable', advice: LONGER }
  if (bits < 80) return { level: 2, word: 'Buena', advice: 'No la uses en otro sitio.' }
  return { level: 3, word: 'Muy buena', advice: 'No la uses en otro sitio.' }
}

/** Size of the alphabet that a brute-force attack has to try per character. */
function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 12],
  ]
  return kinds.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 2)
}

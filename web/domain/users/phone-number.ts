/** Formats `+573001234567` as `300 123 4567`; a foreign number is not changed. */
export function nationalPhone(phone: string): string {
  return phone.replace(/^\+57(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** Returns the number with its country prefix: +57 unless the text has a prefix. */
export function wholePhone(text: string): string {
  const bare = text.replace(/[\s().-]/g, '')
  if (bare === '' || bare.startsWith('+')) return bare
  return `+57${bare.replace(/^57(?=\d{10}$)/, '')}`
}

/** Returns the problem with a phone number, by the server's rule; an empty text is valid. */
export function phoneProblem(text: string): string | null {
  const fine = /^(|\+57(3\d{9}|60\d{8})|\+(?!57)[1-9]\d{7,14})$/.test(wholePhone(text))
  return fine ? null : 'Escribe un celular de 10 dígitos, como 300 123 4567.'
}

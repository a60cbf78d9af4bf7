/** `+573001234567` → `300 123 4567`; a foreign number stays as it is. */
export function nationalPhone(phone: string): string {
  return phone.replace(/^\+57(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}

/** Colombian unless the number has a country prefix. */
export function wholePhone(text: string): string {
  const bare = text.replace(/[\s().-]/g, '')
  if (bare === '' || bare.startsWith('+')) return bare
  return `+57${bare.replace(/^57(?=\d{10}$)/, '')}`
}

/** The server's rule, checked before sending; an empty text is valid. */
export function phoneProblem(text: string): string | null {
  const fine = /^(|\+57(3\d{9}|60\d{8})|\+(?!57)[1-9]\d{7,14})$/.test(wholePhone(text))
  return fine ? null : 'Escribe un celular de 10 dígitos, como 300 123 4567.'
}

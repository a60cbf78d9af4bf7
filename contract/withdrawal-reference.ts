/** Reference of a withdrawal: `CUPO-W-` with the random part of its id; banks accept it. */
export const withdrawalReference = (id: string): string =>
  `CUPO-W-${id.replaceAll('-', '').slice(-20).toUpperCase()}`

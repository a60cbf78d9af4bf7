/**
 * As `mayLogOut` of unsent-acts.ts. A file of its own, because every page lists the files that the
 * imported one needs, and that one needs many.
 */
export async function mayLogOut(): Promise<boolean> {
  return await (await import('./unsent-acts.ts')).mayLogOut()
}

/**
 * Settles as the promise does, or rejects after `ms` milliseconds: for what a browser announces
 * and never answers. The promise itself goes on.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

import { useEffect, useState } from 'react'

/** A URL for a blob, and how to give it back. */
export interface ObjectUrl {
  url: string
  release(): void
}

/**
 * Makes an object URL. `release` revokes it in the next task: an `<img>` starts to load in a
 * microtask after its `src` is set, and a URL revoked before that is an error in the console.
 */
export function makeObjectUrl(blob: Blob): ObjectUrl {
  const url = URL.createObjectURL(blob)
  return { url, release: () => void setTimeout(() => URL.revokeObjectURL(url)) }
}

/**
 * Object URL of a blob, for `<img src>`: null until the blob is there, and never the URL of an
 * earlier one. Released when the blob changes and on unmount.
 */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [made, setMade] = useState<{ of: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!blob) return
    const { url, release } = makeObjectUrl(blob)
    setMade({ of: blob, url })
    return release
  }, [blob])
  return made?.of === blob ? (made?.url ?? null) : null
}

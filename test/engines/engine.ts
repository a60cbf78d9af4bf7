// What a journey needs of a browser engine, whatever protocol drives it.

/** Value of `name` and `text`: a string is the whole text, as in the tests of screens. */
export type Name = string | RegExp

export type Place = { role: string; name?: Name } | { label: Name } | { text: Name }

/** A window with its own cookies and storage. */
export interface EngineWindow {
  /** Loads an address and waits for its `load` event. */
  goto(url: string): Promise<void>
  /** Runs the body of a function in the page, with `arguments`; returns JSON. */
  run<T>(body: string, ...values: unknown[]): Promise<T>
  /** Clicks the element that the body returns, as a person does. */
  click(body: string, ...values: unknown[]): Promise<void>
  /** Types into the element that has the focus. */
  keys(text: string): Promise<void>
  close(): Promise<void>
}

export interface Engine {
  open(): Promise<EngineWindow>
  close(): Promise<void>
}

/** The engine or its driver failed (crash, no answer): the product is not to blame. */
export class EngineFault extends Error {
  override name = 'EngineFault'
}

/** Runs a call of the driver; what it throws is a fault of the engine. */
export async function orFault<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof EngineFault) throw error
    throw new EngineFault(`${what}: ${error instanceof Error ? error.message : error}`)
  }
}

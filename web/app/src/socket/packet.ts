// Packets of the Socket.IO 5 protocol as text, without binary data.

/** The packet types by their digit on the wire. */
export const Kind = { connect: 0, disconnect: 1, event: 2, ack: 3, connectError: 4 } as const;

/** One packet of one namespace. */
export interface Packet {
  readonly kind: number;
  readonly namespace: string;
  readonly id?: number | undefined;
  readonly data?: unknown;
}

/** Writes a packet: kind, namespace, id, data. */
export function encode({ data, id, kind, namespace }: Packet): string {
  return `${kind}${namespace},${id ?? ""}${data === undefined ? "" : JSON.stringify(data)}`;
}

/** Reads a packet; returns `null` if the text is not one. */
export function decode(text: string): Packet | null {
  const [whole, kind, namespace = "/", id] = /^(\d)(?:(\/[^,]*),?)?(\d+)?/.exec(text) ?? [];
  if (whole === undefined) return null;
  try {
    const data: unknown = whole.length < text.length ? JSON.parse(text.slice(whole.length)) : undefined;
    return { kind: Number(kind), namespace, id: id === undefined ? undefined : Number(id), data };
  } catch {
    return null;
  }
}

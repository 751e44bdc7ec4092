export const eventStream = 'text/event-stream';
export const wholeBody = 'application/json';

export const mediaType = (response: Response): string | undefined =>
  response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

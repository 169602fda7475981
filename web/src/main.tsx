import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { site } from '@/config/site';

import { AppProvider } from './app/provider';
import { showRateLimit } from './app/rate-limit-toast';
import { AppRoutes } from './app/router';

import './index.css';

// The dialogs lock the page's scrolling by a style of their own, which the page's policy must know.
if (site.nonce) setNonce(site.nonce);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

showRateLimit();

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AppProvider>
        <AppRoutes />
      </AppProvider>
    </BrowserRouter>
  </StrictMode>,
);
